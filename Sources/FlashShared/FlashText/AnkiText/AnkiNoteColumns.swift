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

  /// - Parameter noteType: its name, as Anki ships it or packages are written with; others are read as
  ///   front and back.
  init(noteType: String) {
    switch AnkiNoteKind.own(noteType).lowercased() {
    case "basic (and reversed card)", AnkiNoteTypeName.reversed.lowercased(): self = .reversed
    case "basic (optional reversed card)": self = .optionallyReversed
    case "basic (type in the answer)", AnkiNoteTypeName.typeIn.lowercased(): self = .typeIn
    case "cloze", AnkiNoteTypeName.cloze.lowercased(): self = .cloze
    default: self = .basic
    }
  }

  /// Whether the fields behind the first two of a note type are hints.
  static func hasHints(noteType: String) -> Bool {
    [
      AnkiNoteTypeName.basic, AnkiNoteTypeName.reversed, AnkiNoteTypeName.cloze,
      AnkiNoteTypeName.typeIn,
    ].contains(own(noteType))
  }

  /// A name without what Anki adds where it has a note type of that name already.
  private static func own(_ name: String) -> String {
    var name = name[...]
    while name.last == "+" { name.removeLast() }
    return String(name)
  }
}

/// What the note types are called that packages are written with: Anki's own and a field for hints.
public enum AnkiNoteTypeName {
  public static let basic = "Basic (Flash)"
  public static let reversed = "Basic and reversed (Flash)"
  public static let cloze = "Cloze (Flash)"
  public static let typeIn = "Basic, typed in (Flash)"
}
