/// Where a command gets randomness from: the system's, or what a test passes in.
public struct RandomSource: RandomNumberGenerator {
  private var injected: (any RandomNumberGenerator)?

  /// The system's generator.
  public init() {}

  public init(_ generator: some RandomNumberGenerator) { injected = generator }

  public mutating func next() -> UInt64 {
    guard injected != nil else { return UInt64.random(in: 0...UInt64.max) }
    return injected?.next() ?? 0
  }
}
