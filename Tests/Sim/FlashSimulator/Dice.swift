/// Where all chance of a run comes from: the same seed gives the same throws.
///
/// - Source: Sebastiano Vigna, SplitMix64.
public struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter salt: gives another sequence of the same seed, such as one for each step.
  public init(_ seed: UInt64, _ salt: UInt64 = 0) {
    state = seed &* 0xD134_2543_DE82_EF95 &+ salt &* 0xAF25_1AF3_B0F0_25B5 &+ 1
    _ = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Whether something happens that happens so often in a thousand.
  mutating func happens(_ perMille: Int) -> Bool {
    perMille > 0 && Int(next() % 1_000) < perMille
  }

  /// A number from 0 up to, and without, `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[below(values.count)]
  }
}
