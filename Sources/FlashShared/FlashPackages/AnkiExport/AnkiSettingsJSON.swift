import FlashModel

/// The JSON that stands in the one row of Anki's table `col`.
enum AnkiSettingsJSON {
  /// The deck that every collection has, by the id 1.
  static let defaultDeck = "Default"

  static func noteTypes() -> String {
    var json = JSONWriter()
    json.beginObject()
    for type in AnkiStockNoteType.allCases { type.write(to: &json) }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  static func decks(_ decks: [AnkiDeckRecord], changed: Int64) -> String {
    var json = JSONWriter()
    json.beginObject()
    for deck in decks {
      json.key(String(deck.id))
      json.beginObject()
      for (key, value) in [
        ("id", deck.id), ("mod", changed), ("usn", -1), ("dyn", 0), ("conf", deck.preset),
        ("extendNew", 0), ("extendRev", 0),
      ] {
        json.key(key)
        json.value(value)
      }
      json.key("name")
      json.value(deck.title)
      json.key("desc")
      json.value(deck.description)
      for key in ["collapsed", "browserCollapsed"] {
        json.key(key)
        json.value(false)
      }
      for key in ["newToday", "revToday", "lrnToday", "timeToday"] {
        json.key(key)
        json.beginArray()
        json.value(0)
        json.value(0)
        json.endArray()
      }
      json.endObject()
    }
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The settings of a collection with the present scheduler and FSRS.
  static func settings(_ calendar: AnkiCalendar) -> String {
    var json = JSONWriter()
    json.beginObject()
    for (key, value) in [
      ("schedVer", 2), ("rollover", calendar.rolloverHour),
      ("creationOffset", calendar.minutesWest), ("nextPos", 1), ("curDeck", 1),
      ("collapseTime", 1_200), ("timeLim", 0), ("newSpread", 0),
    ] {
      json.key(key)
      json.value(value)
    }
    json.key("curModel")
    json.value(AnkiStockNoteType.basic.rawValue)
    for (key, value) in [
      ("fsrs", true), ("sched2021", true), ("estTimes", true), ("dueCounts", true),
      ("addToCur", true), ("newBury", true), ("sortBackwards", false), ("dayLearnFirst", false),
    ] {
      json.key(key)
      json.value(value)
    }
    json.key("sortType")
    json.value("noteFld")
    json.key("activeDecks")
    json.beginArray()
    json.value(1)
    json.endArray()
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// How a collection of Anki counts days.
public struct AnkiCalendar: Sendable {
  /// When day 0 began, in seconds since 1970.
  public let created: Int64
  /// Of the time zone in which ``created`` is the hour of ``rolloverHour``.
  public let minutesWest: Int
  public let rolloverHour: Int

  public init(created: Int64, minutesWest: Int, rolloverHour: Int) {
    self.created = created
    self.minutesWest = minutesWest
    self.rolloverHour = rolloverHour
  }
}
