/// Why a regular expression is refused.
public struct PatternError: Error, Hashable, Sendable {
  /// Where, in Unicode scalars from 0.
  public let offset: Int
  /// What is wrong, in words.
  public let reason: String

  init(_ reason: String, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }
}
