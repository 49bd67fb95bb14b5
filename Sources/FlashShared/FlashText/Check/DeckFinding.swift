/// Something in a text deck, or in a card, that somebody should look at.
public struct DeckFinding: Sendable, Hashable {
  /// What becomes of it if nobody does.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// A card, or the whole file, is not imported, or not as it can have been meant.
    case error
    /// Imported, but perhaps not as it was meant, or not everywhere.
    case warning
    /// Worth knowing.
    case info

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .info: 2
      }
    }

    /// The graver one is less.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
  }

  /// Another place that a finding speaks of.
  public struct Place: Sendable, Hashable {
    /// As it was named.
    public let file: String
    /// From 1.
    public let line: Int

    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  /// The physical line, from 1.
  public var line: Int
  /// The character in the line, from 1; Unicode scalar values are counted, as editors do.
  public var column: Int
  public var code: FindingCode
  public var severity: Severity
  /// Without a full stop.
  public var message: String
  /// The first of two places that do not agree.
  public var other: Place?

  public init(
    _ code: FindingCode, line: Int = 1, column: Int = 1, severity: Severity? = nil,
    _ message: String, other: Place? = nil
  ) {
    self.code = code
    self.line = line
    self.column = column
    self.severity = severity ?? code.severity
    self.message = message
    self.other = other
  }
}
