/// What happened in a run, as a number that two equal runs share, and as lines for people.
struct Trace {
  /// - Source: FNV-1a, 64 bits.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// Takes lines; nil if nobody reads them.
  let tell: ((String) -> Void)?

  init(tell: ((String) -> Void)? = nil) { self.tell = tell }

  mutating func note(_ line: @autoclosure () -> String) {
    let line = line()
    mix(line.utf8)
    tell?(line)
  }

  /// Takes bytes in that nobody wants to read.
  mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}

/// A promise that was broken.
public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which, in a word: two runs that break the same one fail alike.
  public let promise: String
  public let detail: String

  init(_ promise: String, _ detail: String) {
    self.promise = promise
    self.detail = detail
  }

  public var description: String { "\(promise): \(detail)" }
}
