/// What a file tells of all its cards, so that what it no longer says of one was taken away there.
public struct SourceFacts: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let tags = SourceFacts(rawValue: 1)
  public static let flags = SourceFacts(rawValue: 2)
  /// Which cards are suspended.
  public static let suspension = SourceFacts(rawValue: 4)
}
