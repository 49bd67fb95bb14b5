/// What a list of cards is sorted by. Equal cards stand by deck and position.
public enum CardOrder: String, Sendable, CaseIterable {
  /// By deck and position.
  case position
  /// In the order in which they came into this collection.
  case added
  /// The one that changed longest ago first.
  case updated
  /// The one that is due first, new cards last.
  case due
  case front
  /// The easiest first, new cards last.
  case difficulty
  /// The weakest memory first, new cards last.
  case stability
  case lapses

  /// The terms of `order by`, over `cards c` and `decks d`.
  func sql(isReversed: Bool) -> String {
    let direction = isReversed ? " desc" : ""
    let places = ["d.title", "d.key", "c.position", "c.deleted_at_ms", "c.key"]
    let terms = own.map { $0 + direction }
    // What has no value stands last in either direction.
    let absent = nullable.map { ["\($0) is null"] } ?? []
    let rest = self == .position ? places.map { $0 + direction } : places
    return (absent + terms + rest).joined(separator: ", ")
  }

  private var own: [String] {
    switch self {
    case .position: []
    case .added: ["c.key"]
    case .updated: ["max(c.content_ms, c.sched_ms)"]
    case .front: ["flash_lower(c.front_text)"]
    case .lapses: ["c.lapses"]
    case .due, .difficulty, .stability: nullable.map { [$0] } ?? []
    }
  }

  private var nullable: String? {
    switch self {
    case .due: "c.due_at_ms"
    case .difficulty: "c.difficulty"
    case .stability: "c.stability"
    default: nil
    }
  }
}
