/// What a check looks for.
public enum StoreRule: String, Sendable, CaseIterable {
  /// The file itself: pages, records, indexes.
  case damage
  case foreignKeys = "foreign_keys"
  /// A schedule that is not what the card's log leads to.
  case schedule
  /// A schedule of a card whose log tells of none.
  case scheduleWithoutLog = "schedule_without_log"
  /// The mark of schedules that depend on the study options.
  case divergedMark = "diverged_mark"
  case linkAcrossDecks = "link_across_decks"
  case linkToRemoved = "link_to_removed"
  case position
  case blankSide = "blank_side"
  case clock
  case changeCounter = "change_counter"
  case journal
  case logEntry = "log_entry"
  case entryWithoutCard = "entry_without_card"
  case options
  case deckPath = "deck_path"
  /// An asset whose file is not there.
  case missingMedia = "missing_media"
  /// An asset whose file is not what it was.
  case damagedMedia = "damaged_media"
  /// A file in the media folder that is no asset: what a crash leaves.
  case strayMedia = "stray_media"

  /// How bad it is.
  public enum Severity: String, Sendable {
    /// Rows are lost, or can't be trusted.
    case damage
    /// Something that no command of flash leaves behind.
    case problem
    /// Allowed, and perhaps not meant.
    case advice
  }

  public var severity: Severity {
    switch self {
    case .damage, .foreignKeys: .damage
    case .position, .clock, .entryWithoutCard, .deckPath, .strayMedia: .advice
    default: .problem
    }
  }

  /// Whether ``Store/repair(_:by:at:)`` sets it right.
  public var isRepairable: Bool {
    switch self {
    case .schedule, .scheduleWithoutLog, .divergedMark, .linkAcrossDecks, .linkToRemoved,
      .position, .changeCounter, .journal, .strayMedia:
      true
    case .damage, .foreignKeys, .blankSide, .clock, .logEntry, .entryWithoutCard, .options,
      .deckPath, .missingMedia, .damagedMedia:
      false
    }
  }

  /// What is wrong with those that are counted.
  public var text: String {
    switch self {
    case .damage: "places where the file is damaged"
    case .foreignKeys: "rows that point to a row that is not there"
    case .schedule: "cards whose schedule is not what their log leads to"
    case .scheduleWithoutLog: "cards with a schedule that no log entry accounts for"
    case .divergedMark: "cards wrongly marked as to whether study options decide their schedule"
    case .linkAcrossDecks: "cards with a sub-topic of another deck"
    case .linkToRemoved: "cards with a sub-topic that was removed"
    case .position: "cards that share their position in the deck with another"
    case .blankSide: "cards with a blank side"
    case .clock: "rows whose clock is more than a day ahead"
    case .changeCounter: "tables with changes that the counter has not reached"
    case .journal: "steps of undo that can't be read"
    case .logEntry: "log entries that can't be read"
    case .entryWithoutCard: "log entries of cards that are not here"
    case .options: "decks or settings whose study options can't be read"
    case .deckPath: "decks that share their path with another"
    case .missingMedia: "pictures and sounds whose file is not in the media folder"
    case .damagedMedia: "pictures and sounds whose file is damaged"
    case .strayMedia: "files in the media folder that no card can show"
    }
  }
}

/// What a check found against one rule.
public struct StoreFinding: Sendable, Hashable {
  public let rule: StoreRule
  /// How many rows.
  public let count: Int
  /// Ids, names or words of some of them.
  public let examples: [String]

  /// How many examples are told.
  static let exampleCount = 5

  public init(_ rule: StoreRule, count: Int, examples: [String]) {
    self.rule = rule
    self.count = count
    self.examples = examples
  }
}

/// What a check looked at, and what it found.
public struct StoreCheckReport: Sendable, Hashable {
  public var cards = 0
  public var reviews = 0
  /// In the order of ``StoreRule``; a rule that holds has none.
  public var findings: [StoreFinding] = []

  /// Whether rows are lost or can't be trusted.
  public var isDamaged: Bool { findings.contains { $0.rule.severity == .damage } }
  /// Whether nothing is found but advice.
  public var isSound: Bool { findings.allSatisfy { $0.rule.severity == .advice } }
}
