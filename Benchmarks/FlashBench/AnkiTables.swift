import FlashSQL

/// The tables of Anki's collections, note types and decks.
enum AnkiTables {
  enum NoteType: Int64, CaseIterable {
    case basic = 1_700_000_000_001
    case reversed
    case cloze

    /// Each kind has its share.
    init(ofNote number: Int) {
      switch number % 20 {
      case 7: self = .reversed
      case 12, 17: self = .cloze
      default: self = .basic
      }
    }

    var cardCount: Int { self == .basic ? 1 : 2 }

    var name: String {
      switch self {
      case .basic: "Basic"
      case .reversed: "Basic (and reversed card)"
      case .cloze: "Cloze"
      }
    }

    var fields: [String] { self == .cloze ? ["Text", "Back Extra"] : ["Front", "Back"] }

    /// Question and answer; line ends as JSON has them.
    var templates: [(front: String, back: String)] {
      let forward = ("{{Front}}", "{{FrontSide}}\\n\\n<hr id=answer>\\n\\n{{Back}}")
      switch self {
      case .basic: return [forward]
      case .reversed:
        return [forward, ("{{Back}}", "{{FrontSide}}\\n\\n<hr id=answer>\\n\\n{{Front}}")]
      case .cloze: return [("{{cloze:Text}}", "{{cloze:Text}}<br>\\n{{Back Extra}}")]
      }
    }
  }

  /// Names by place; a note's deck has the place of its number, by hundreds.
  private static let decks = [
    "Default", "Languages::French", "Languages::Spanish::Verbs", "Languages::Spanish::Nouns",
    "Medicine::Anatomy", "Medicine::Pharmacology", "Geography", "Geography::Capitals",
    "History::Ancient", "History::Modern", "Chemistry", "Law",
  ]

  static func deck(ofNote number: Int) -> Int64 { deckID(number / 100 % decks.count) }

  private static func deckID(_ place: Int) -> Int64 {
    place == 0 ? 1 : 1_700_000_000_000 + Int64(place)
  }

  /// Writes what says how notes and cards are to be read.
  static func describe(_ database: SQLiteConnection, isLegacy: Bool) throws {
    try database.run(
      "insert into col values (1, $1, 0, 0, $2, 0, 0, 0, $3, $4, $5, '{}', '{}')",
      .integer(GeneratedAnki.created), .integer(isLegacy ? 11 : 18),
      .text(isLegacy ? "{\"schedVer\":2}" : ""), .text(isLegacy ? noteTypesJSON : ""),
      .text(isLegacy ? decksJSON : ""))
    guard !isLegacy else { return }
    for (place, name) in decks.enumerated() {
      try database.run(
        "insert into decks values ($1, $2, 0, 0, x'', x'')", .integer(deckID(place)),
        .text(name.split(separator: "::").joined(separator: "\u{1F}")))
    }
    for type in NoteType.allCases {
      try database.run(
        "insert into notetypes values ($1, $2, 0, 0, $3)", .integer(type.rawValue),
        .text(type.name), .blob(type == .cloze ? [0x08, 0x01] : []))
      for (place, field) in type.fields.enumerated() {
        try database.run(
          "insert into fields values ($1, $2, $3, x'')", .integer(type.rawValue),
          .integer(Int64(place)), .text(field))
      }
      for (place, template) in type.templates.enumerated() {
        try database.run(
          "insert into templates values ($1, $2, $3, 0, 0, $4)", .integer(type.rawValue),
          .integer(Int64(place)), .text("Card \(place + 1)"),
          .blob(message(1, template.front) + message(2, template.back)))
      }
    }
  }

  /// A field of a protobuf message; texts of less than 128 bytes.
  private static func message(_ number: UInt8, _ text: String) -> [UInt8] {
    let parts = text.split(separator: "\\n", omittingEmptySubsequences: false)
    let bytes = Array(parts.joined(separator: "\n").utf8)
    return [number << 3 | 2, UInt8(bytes.count)] + bytes
  }

  private static var noteTypesJSON: String {
    let types = NoteType.allCases.map { type in
      let fields = type.fields.enumerated().map { #"{"name":"\#($1)","ord":\#($0)}"# }
      let templates = type.templates.enumerated().map {
        #"{"name":"Card \#($0 + 1)","ord":\#($0),"qfmt":"\#($1.front)","afmt":"\#($1.back)"}"#
      }
      return #"""
        "\#(type.rawValue)":{"name":"\#(type.name)","type":\#(type == .cloze ? 1 : 0),\#
        "flds":[\#(fields.joined(separator: ","))],"tmpls":[\#(templates.joined(separator: ","))]}
        """#
    }
    return "{\(types.joined(separator: ","))}"
  }

  private static var decksJSON: String {
    let members = decks.enumerated().map { #""\#(deckID($0))":{"name":"\#($1)"}"# }
    return "{\(members.joined(separator: ","))}"
  }

  static let common = """
    create table col (
      id integer primary key, crt integer not null, mod integer not null, scm integer not null,
      ver integer not null, dty integer not null, usn integer not null, ls integer not null,
      conf text not null, models text not null, decks text not null, dconf text not null,
      tags text not null);
    create table notes (
      id integer primary key, guid text not null, mid integer not null, mod integer not null,
      usn integer not null, tags text not null, flds text not null, sfld integer not null,
      csum integer not null, flags integer not null, data text not null);
    create table cards (
      id integer primary key, nid integer not null, did integer not null, ord integer not null,
      mod integer not null, usn integer not null, type integer not null, queue integer not null,
      due integer not null, ivl integer not null, factor integer not null, reps integer not null,
      lapses integer not null, left integer not null, odue integer not null,
      odid integer not null, flags integer not null, data text not null);
    create table revlog (
      id integer primary key, cid integer not null, usn integer not null, ease integer not null,
      ivl integer not null, lastIvl integer not null, factor integer not null,
      time integer not null, type integer not null);
    create table graves (usn integer not null, oid integer not null, type integer not null);
    """

  /// What schema 18 has instead of JSON.
  static let latest = """
    create table fields (
      ntid integer not null, ord integer not null, name text not null, config blob not null,
      primary key (ntid, ord)) without rowid;
    create table templates (
      ntid integer not null, ord integer not null, name text not null,
      mtime_secs integer not null, usn integer not null, config blob not null,
      primary key (ntid, ord)) without rowid;
    create table notetypes (
      id integer not null primary key, name text not null, mtime_secs integer not null,
      usn integer not null, config blob not null);
    create table decks (
      id integer primary key not null, name text not null, mtime_secs integer not null,
      usn integer not null, common blob not null, kind blob not null);
    """

  static let indexes = """
    create index ix_notes_usn on notes (usn);
    create index ix_cards_usn on cards (usn);
    create index ix_revlog_usn on revlog (usn);
    create index ix_cards_nid on cards (nid);
    create index ix_cards_sched on cards (did, queue, due);
    create index ix_revlog_cid on revlog (cid);
    create index ix_notes_csum on notes (csum);
    """
}
