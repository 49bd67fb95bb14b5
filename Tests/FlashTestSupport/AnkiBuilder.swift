import FlashModel
import FlashSQL

/// Builds small packages of Anki for tests, in the form that every Anki reads: schema 11.
public struct AnkiBuilder {
  public struct Note {
    public var guid: String
    public var fields: [String]
    public var deck = 1
    public var tags = ""
    public var type = 1
    /// Ordinals of its cards.
    public var cards = [0]

    public init(_ guid: String, _ fields: String...) {
      self.guid = guid
      self.fields = fields
    }
  }

  public var notes: [Note]
  /// Names by id.
  public var decks = [1: "Default"]
  /// What the columns of cards are set to, by the number of the card from 0: an SQL assignment.
  public var cardSettings: [Int: String] = [:]
  /// Rows of the review log, as SQL values; a card is `cid(N)`.
  public var log: [String] = []
  public var media: [(name: String, bytes: [UInt8])] = []
  public var version = 11
  /// Runs at the end.
  public var sql = ""

  public init(_ notes: [Note]) { self.notes = notes }

  /// Seconds: 2025-01-01 04:00 UTC.
  public static let created = 1_735_704_000

  /// The id of a card, from 0.
  public static func cid(_ number: Int) -> Int { 1_736_000_000_500 + number * 1_000 }

  /// The database, as `collection.anki2` has it.
  public func collection() throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/collection.anki2"
    do {
      let database = try SQLiteConnection(path: path, access: .write)
      try database.execute("pragma page_size = 1024; \(AnkiBuilder.schema)")
      try fill(database)
      try database.execute(sql)
    }
    return try folder.read("collection.anki2")
  }

  /// The package, its members stored.
  public func package() throws -> [UInt8] { try archive().bytes }

  /// The package before it is written, for what is to be wrong with it.
  public func archive() throws -> ZipBuilder {
    var list: [JSONValue.Member] = []
    var members = [ZipBuilder.Member("collection.anki2", try collection())]
    for (place, file) in media.enumerated() {
      list.append(JSONValue.Member("\(place)", .string(file.name)))
      members.append(ZipBuilder.Member("\(place)", file.bytes))
    }
    members.append(ZipBuilder.Member("media", JSONValue.object(list).bytes))
    return ZipBuilder(members)
  }

  private func fill(_ database: SQLiteConnection) throws {
    let decks = JSONValue.object(
      self.decks.map { id, name in
        JSONValue.Member("\(id)", .object([JSONValue.Member("name", .string(name))]))
      })
    try database.run(
      "insert into col values (1, $1, 0, 0, $2, 0, 0, 0, '{\"schedVer\":2}', $3, $4, '{}', '{}')",
      .integer(Int64(AnkiBuilder.created)), .integer(Int64(version)), .text(AnkiBuilder.models),
      .text(String(decoding: decks.bytes, as: UTF8.self)))
    var number = 0
    for (place, note) in notes.enumerated() {
      let id = Int64(1_736_000_000_010 + place * 1_000)
      try database.run(
        "insert into notes values ($1, $2, $3, 0, 0, $4, $5, '', 0, 0, '')", .integer(id),
        .text(note.guid), .integer(Int64(note.type)), .text(note.tags),
        .text(note.fields.joined(separator: "\u{1F}")))
      for ordinal in note.cards {
        try database.run(
          "insert into cards values ($1, $2, $3, $4, 0, 0, 0, 0, $5, 0, 0, 0, 0, 0, 0, 0, 0, '')",
          .integer(Int64(AnkiBuilder.cid(number))), .integer(id), .integer(Int64(note.deck)),
          .integer(Int64(ordinal)), .integer(Int64(number)))
        if let setting = cardSettings[number] {
          try database.execute(
            "update cards set \(setting) where id = \(AnkiBuilder.cid(number))")
        }
        number += 1
      }
    }
    for row in log { try database.execute("insert into revlog values (\(row))") }
  }

  /// Note types 1 (Basic), 2 (and reversed), 3 (Cloze).
  private static let models = """
    {"1":{"id":1,"name":"Basic","type":0,"flds":[{"name":"Front","ord":0},{"name":"Back","ord":1}],
    "tmpls":[{"name":"Card 1","ord":0,"qfmt":"{{Front}}",
    "afmt":"{{FrontSide}}\\n\\n<hr id=answer>\\n\\n{{Back}}"}]},
    "2":{"id":2,"name":"Basic (and reversed card)","type":0,
    "flds":[{"name":"Front","ord":0},{"name":"Back","ord":1}],
    "tmpls":[{"name":"Card 1","ord":0,"qfmt":"{{Front}}","afmt":"{{FrontSide}}<hr id=answer>{{Back}}"},
    {"name":"Card 2","ord":1,"qfmt":"{{Back}}","afmt":"{{FrontSide}}<hr id=answer>{{Front}}"}]},
    "3":{"id":3,"name":"Cloze","type":1,"flds":[{"name":"Text","ord":0},{"name":"Extra","ord":1}],
    "tmpls":[{"name":"Cloze","ord":0,"qfmt":"{{cloze:Text}}","afmt":"{{cloze:Text}}<br>{{Extra}}"}]}}
    """

  private static let schema = """
    create table col (id integer primary key, crt integer, mod integer, scm integer, ver integer,
      dty integer, usn integer, ls integer, conf text, models text, decks text, dconf text, tags text);
    create table notes (id integer primary key, guid text, mid integer, mod integer, usn integer,
      tags text, flds text, sfld integer, csum integer, flags integer, data text);
    create table cards (id integer primary key, nid integer, did integer, ord integer, mod integer,
      usn integer, type integer, queue integer, due integer, ivl integer, factor integer,
      reps integer, lapses integer, left integer, odue integer, odid integer, flags integer, data text);
    create table revlog (id integer primary key, cid integer, usn integer, ease integer, ivl integer,
      lastIvl integer, factor integer, time integer, type integer);
    create table graves (usn integer, oid integer, type integer);
    """
}
