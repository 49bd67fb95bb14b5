/// What the columns of Anki's notes in plain text hold, from 0, and what holds for all of them.
struct AnkiNoteColumns: Hashable, Sendable {
  var guid: Int?
  var noteType: Int?
  var deck: Int?
  var tags: Int?
  /// The columns of the fields that the header names, in the order of the note type; nil means every
  /// column that is none of the above.
  var fields: [Int]?
  var globalNoteType = ""
  var globalDeck = ""
  var globalTags: [String] = []

  func isField(_ column: Int) -> Bool {
    column != guid && column != noteType && column != deck && column != tags
  }
}

/// How a note's fields become cards.
enum AnkiNoteKind {
  case basic
  case reversed
  /// Both ways, if the third field says so.
  case optionallyReversed
  case typeIn
  case cloze

  /// - Parameter noteType: its name, as Anki ships it; others are read as front and back.
  init(noteType: String) {
    switch noteType.lowercased() {
    case "basic (and reversed card)": self = .reversed
    case "basic (optional reversed card)": self = .optionallyReversed
    case "basic (type in the answer)": self = .typeIn
    case "cloze": self = .cloze
    default: self = .basic
    }
  }
}
