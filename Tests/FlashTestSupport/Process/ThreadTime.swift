#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Seconds that this thread has worked on `body`: what else the machine does adds little to them.
public func secondsOfWork(_ body: () throws -> Void) rethrows -> Double {
  let start = threadTime()
  try body()
  return threadTime() - start
}

private func threadTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
