/// A note as it stands in Anki's table.
public struct AnkiNoteRecord: Sendable {
  /// What Anki knows it by, in every collection.
  public var guid: String
  public var type: AnkiStockNoteType
  /// HTML.
  public var fields: [[UInt8]]
  /// Words with a blank between two.
  public var tags: String
  /// Milliseconds since 1970; moved a little if another note has that id.
  public var made: Int64
  /// Seconds since 1970; by it Anki tells which of two texts is newer.
  public var changed: Int64

  public init(
    guid: String, type: AnkiStockNoteType, fields: [[UInt8]], tags: String, made: Int64,
    changed: Int64
  ) {
    self.guid = guid
    self.type = type
    self.fields = fields
    self.tags = tags
    self.made = made
    self.changed = changed
  }
}

/// A card as it stands in Anki's table; as made, a new one.
public struct AnkiCardRecord: Sendable {
  public var note: Int64
  public var deck: Int64
  public var ordinal: Int
  /// Milliseconds since 1970; moved a little if another card has that id.
  public var made: Int64
  /// Seconds since 1970.
  public var changed: Int64
  /// 0 new, 1 learning, 2 review, 3 relearning.
  public var type = 0
  /// As the type, where relearning is 1; -1 suspended, -3 buried.
  public var queue = 0
  /// Its place among new cards, seconds since 1970 while in steps, else the number of a day.
  public var due: Int64
  /// Days.
  public var interval = 0
  /// SM-2's ease by 1,000.
  public var factor = 0
  public var reps = 0
  public var lapses = 0
  /// Steps that are left, and by 1,000 those left today.
  public var left = 0
  /// 0 to 7.
  public var flag = 0
  /// JSON.
  public var data = "{}"

  public init(
    note: Int64, deck: Int64, ordinal: Int, made: Int64, changed: Int64, position: Int64
  ) {
    self.note = note
    self.deck = deck
    self.ordinal = ordinal
    self.made = made
    self.changed = changed
    due = position
  }
}

/// An entry as it stands in Anki's review log.
public struct AnkiLogRecord: Sendable, Hashable {
  /// Milliseconds since 1970; moved a little if another entry has that id.
  public var moment: Int64
  /// 1 Again to 4 Easy; 0 if nobody rated.
  public var ease: Int
  /// Days, or less than 0 for seconds, as is ``lastInterval``.
  public var interval: Int64
  public var lastInterval: Int64
  /// With FSRS the difficulty, from 100 to 1,100; 0 for a reset and for what moved no schedule.
  public var factor: Int
  /// Milliseconds from question to answer.
  public var duration: Int
  /// 0 learning, 1 review, 2 relearning, 3 out of turn, 4 by hand.
  public var type: Int

  public init(
    moment: Int64, ease: Int, interval: Int64, lastInterval: Int64, factor: Int, duration: Int,
    type: Int
  ) {
    self.moment = moment
    self.ease = ease
    self.interval = interval
    self.lastInterval = lastInterval
    self.factor = factor
    self.duration = duration
    self.type = type
  }
}

/// A deck as it stands in Anki's settings.
struct AnkiDeckRecord {
  let id: Int64
  /// Its path, with `::` between two parts.
  let title: String
  /// HTML.
  var description: String
  /// The id of its preset.
  var preset: Int64
}

/// A file that cards show or play.
public struct AnkiMediaRecord: Sendable {
  /// What cards call it: a plain file name.
  public var name: String
  /// Where it lies.
  public var path: String

  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}
