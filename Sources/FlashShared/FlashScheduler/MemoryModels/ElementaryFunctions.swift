// The one place that asks the C library for mathematics. Its results are within an ulp or so, and
// may differ in the last digit between machines; where that shows, a server's fold is what counts.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `e` to the power of `x`.
@inline(__always) func exponential(_ x: Double) -> Double { exp(x) }

/// `exponential(x) - 1`, exact also for small `x`.
@inline(__always) func exponentialMinusOne(_ x: Double) -> Double { expm1(x) }

@inline(__always) func naturalLogarithm(_ x: Double) -> Double { log(x) }

/// `naturalLogarithm(1 + x)`, exact also for small `x`.
@inline(__always) func logarithmOfOnePlus(_ x: Double) -> Double { log1p(x) }
