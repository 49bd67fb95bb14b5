public import FlashModel

/// One line of the log: what happened, as names and values.
///
/// Never a token, an address of mail, or text of a card.
public struct LogLine: Sendable {
  public enum Level: String, Sendable {
    case info
    case warning
    case error
  }

  public let level: Level
  /// What happened, such as `request`.
  public let event: String
  public let members: [JSONValue.Member]

  public init(_ level: Level, _ event: String, _ members: [JSONValue.Member] = []) {
    self.level = level
    self.event = event
    self.members = members
  }

  /// The line, with its line break.
  public func bytes(at now: Timestamp) -> [UInt8] {
    let head: [JSONValue.Member] = [
      .init("at", .string(now.rfc3339)), .init("level", .string(level.rawValue)),
      .init("event", .string(event)),
    ]
    return JSONValue.object(head + members).bytes + [UInt8(ascii: "\n")]
  }
}
