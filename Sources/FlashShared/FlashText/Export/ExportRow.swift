public import FlashModel

/// One line of a flash export: a record, tombstones included.
///
/// The file is JSON Lines, and nothing of a collection's records is lost in it:
///
///     {"entity":"header","format":"flash-export","version":1,"exported_at_ms":…}
///     {"entity":"decks","row":{…}}
///     …
///     {"entity":"end","count":N}
///
/// `row` has the shape in which the sync service sends the record, without what only a server knows
/// (`user_id`, `card_count`); properties that are ours stand only where they differ from their
/// default. `count` counts the rows between, so that a file that was cut short is noticed.
public enum ExportRow: Hashable, Sendable {
  case topic(Topic)
  case deck(Deck)
  case subTopic(SubTopic)
  case card(Card)
  case cardSubTopic(CardSubTopic)
  case review(Review)
  case session(StudySession)
  /// A line of another entity, such as settings; whoever does not know it leaves it out.
  case other(entity: String, row: JSONValue)

  /// The `entity` of the line, also the name of the sync service's table.
  public var entity: String {
    switch self {
    case .topic: "topics"
    case .deck: "decks"
    case .subTopic: "sub_topics"
    case .card: "cards"
    case .cardSubTopic: "card_sub_topics"
    case .review: "reviews"
    case .session: "sessions"
    case .other(let entity, _): entity
    }
  }
}

/// The first line of a flash export.
public struct ExportHeader: Hashable, Sendable {
  static let format = "flash-export"
  /// The version that is written, and the highest that is read.
  public static let version = 1

  public var exportedAt: Timestamp?

  public init(exportedAt: Timestamp?) { self.exportedAt = exportedAt }

  /// Whether a line is the header of an export, of whatever version.
  static func isHeader(_ line: [UInt8]) -> Bool {
    // Another JSON object, or none, is no header; that is the answer, not a failure.
    (try? JSONValue(parsing: line)).map(isHeader) ?? false
  }

  private static func isHeader(_ value: JSONValue) -> Bool {
    value["entity"] == .string("header") && value["format"] == .string(format)
  }

  /// Reads the header's line.
  /// - Throws: `.malformed`, `.tooNew`.
  init(_ line: [UInt8]) throws(TextFormatError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: line)
    } catch {
      throw .malformed(line: 1, reason: error.reason)
    }
    guard ExportHeader.isHeader(value),
      case .integer(let version)? = value["version"], version >= 1
    else { throw .malformed(line: 1, reason: "the header of a flash export expected") }
    guard version <= Int64(ExportHeader.version) else {
      throw .tooNew(found: Int(version), supported: ExportHeader.version)
    }
    if case .integer(let moment)? = value["exported_at_ms"] {
      exportedAt = Timestamp(milliseconds: moment)
    }
  }
}
