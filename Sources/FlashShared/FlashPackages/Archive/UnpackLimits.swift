/// How much may come out of one container, whatever it says of itself.
public struct UnpackLimits: Sendable, Hashable {
  /// Bytes of everything that is unpacked.
  public var total = 1 << 30
  /// Bytes of one member.
  public var member = 1 << 30
  /// More than this many bytes may come out only at a ratio up to ``ratio``.
  public var ratioFloor = 100 << 20
  /// Bytes out for a byte in.
  public var ratio = 200
  /// Members of a zip archive.
  public var members = 500_000

  public init() {}

  public static let standard = UnpackLimits()
}

/// Counts the bytes that come out of a container, and stops what has become too many.
struct UnpackBudget {
  let limits: UnpackLimits
  /// Bytes of the container.
  let input: Int
  private(set) var produced = 0

  init(_ limits: UnpackLimits, input: Int) {
    self.limits = limits
    self.input = input
  }

  /// - Throws: `.tooLarge`.
  mutating func take(_ count: Int) throws(PackageError) {
    produced += count
    guard produced <= limits.total else {
      throw .tooLarge(reason: "more than \(limits.total) bytes when unpacked")
    }
    guard produced <= limits.ratioFloor || produced / limits.ratio <= input else {
      throw .tooLarge(reason: "unpacks to more than \(limits.ratio) times its size")
    }
  }
}
