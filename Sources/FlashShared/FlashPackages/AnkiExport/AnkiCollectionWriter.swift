import FlashCrypto
import FlashModel
import FlashSQL
import FlashText

/// Writes Anki's database, schema 11, into a file that has no name by then.
final class AnkiCollectionWriter {
  let file: ScratchFile
  private let database: SQLiteConnection
  private let notes: SQLiteStatement
  private let cards: SQLiteStatement
  private let log: SQLiteStatement
  private var digest: MessageDigest
  private var noteIDs = FreeNumbers()
  private var cardIDs = FreeNumbers()
  private var logIDs = FreeNumbers()

  /// - Throws: `PackageError`.
  init(in folder: String) throws(PackageError) {
    let file = try ScratchFile(in: folder)
    self.file = file
    do throws(SQLError) {
      let database = try SQLiteConnection(path: file.path, access: .write)
      // Nobody else reads it, and a crash leaves nothing of it.
      try database.execute(
        """
        pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
        pragma page_size = 8192;
        """)
      try database.execute(AnkiCollectionWriter.tables)
      try database.execute("begin exclusive")
      notes = try database.prepare("insert into notes values (?,?,?,?,-1,?,?,?,?,0,'')")
      cards = try database.prepare(
        "insert into cards values (?,?,?,?,?,-1,?,?,?,?,?,?,?,?,0,0,?,?)")
      log = try database.prepare("insert into revlog values (?,?,-1,?,?,?,?,?,?)")
      self.database = database
    } catch {
      throw PackageError(packing: error)
    }
    do throws(CryptoError) {
      digest = try MessageDigest(.sha1)
    } catch {
      throw .cannotPack(reason: error.message)
    }
    file.removeName()
  }

  /// - Returns: the note's id.
  func add(_ note: AnkiNoteRecord) throws(PackageError) -> Int64 {
    let id = noteIDs.take(note.made)
    let first = AnkiFields.text(of: note.fields.first ?? [])
    let hash = digest.hash(of: first.span)
    notes.bind(id, at: 1)
    notes.bind(note.guid, at: 2)
    notes.bind(note.type.rawValue, at: 3)
    notes.bind(note.changed, at: 4)
    notes.bind(note.tags.isEmpty ? "" : " \(note.tags) ", at: 5)
    notes.bind(utf8: Array(note.fields.joined(separator: CollectionOfOne(0x1F)))[...], at: 6)
    notes.bind(utf8: first[...], at: 7)
    // The first four bytes, by which Anki finds notes with the same first field.
    notes.bind(Int64(hash.first >> 32), at: 8)
    try run(notes)
    return id
  }

  /// - Returns: the card's id.
  func add(_ card: AnkiCardRecord) throws(PackageError) -> Int64 {
    let id = cardIDs.take(card.made)
    cards.bind(id, at: 1)
    cards.bind(card.note, at: 2)
    cards.bind(card.deck, at: 3)
    cards.bind(Int64(card.ordinal), at: 4)
    cards.bind(card.changed, at: 5)
    cards.bind(Int64(card.type), at: 6)
    cards.bind(Int64(card.queue), at: 7)
    cards.bind(card.due, at: 8)
    cards.bind(Int64(card.interval), at: 9)
    cards.bind(Int64(card.factor), at: 10)
    cards.bind(Int64(card.reps), at: 11)
    cards.bind(Int64(card.lapses), at: 12)
    cards.bind(Int64(card.left), at: 13)
    cards.bind(Int64(card.flag), at: 14)
    cards.bind(card.data, at: 15)
    try run(cards)
    return id
  }

  func add(_ entry: AnkiLogRecord, of card: Int64) throws(PackageError) {
    log.bind(logIDs.take(entry.moment), at: 1)
    log.bind(card, at: 2)
    log.bind(Int64(entry.ease), at: 3)
    log.bind(entry.interval, at: 4)
    log.bind(entry.lastInterval, at: 5)
    log.bind(Int64(entry.factor), at: 6)
    log.bind(Int64(entry.duration), at: 7)
    log.bind(Int64(entry.type), at: 8)
    try run(log)
  }

  /// Writes the one row that says how the rest is to be read, and ends.
  func finish(
    decks: [AnkiDeckRecord], presets: [(id: Int64, parameters: StudyParameters)],
    _ calendar: AnkiCalendar, changed: Int64
  ) throws(PackageError) {
    do throws(SQLError) {
      try database.run(
        "insert into col values (1, $1, $2, $2, 11, 0, -1, 0, $3, $4, $5, $6, '{}')",
        .integer(calendar.created), .integer(changed * 1_000),
        .text(AnkiSettingsJSON.settings(calendar)), .text(AnkiSettingsJSON.noteTypes()),
        .text(AnkiSettingsJSON.decks(decks, changed: changed)),
        .text(AnkiPresetJSON.text(presets, changed: changed)))
      try database.execute("commit")
    } catch {
      throw PackageError(packing: error)
    }
  }

  private func run(_ statement: SQLiteStatement) throws(PackageError) {
    do throws(SQLError) {
      try statement.run()
    } catch {
      throw PackageError(packing: error)
    }
  }

  // Anki makes its indexes itself when it imports.
  private static let tables = """
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
}

extension PackageError {
  /// What kept a database of ours from being written.
  init(packing error: SQLError) {
    switch error {
    case .diskFull: self = .cannotSpool(reason: "no space left")
    default: self = .cannotSpool(reason: error.message)
    }
  }
}
