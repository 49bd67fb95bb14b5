public import FlashModel

/// Writes a package that Anki imports: its database and the files that cards show, in a zip archive.
///
/// The database is put together in a file of its own first; memory holds the ids alone.
public final class AnkiPackageWriter {
  private let collection: AnkiCollectionWriter
  private let calendar: AnkiCalendar
  private let now: Int64
  private let hasSchedules: Bool
  /// Every collection of Anki has the first, and has it once.
  private var decks = [
    AnkiDeckRecord(id: 1, title: AnkiSettingsJSON.defaultDeck, description: "", preset: 1)
  ]
  private var presets: [(id: Int64, parameters: StudyParameters)] = []
  private var deckIDs = FreeNumbers()

  /// Bytes that are packed at a time.
  private static let pieceSize = 1 << 20

  /// - Parameters:
  ///   - folder: where the database is put together.
  ///   - now: the time of what is in it.
  ///   - hasSchedules: whether the cards come with their schedules.
  /// - Throws: `.cannotSpool`.
  public init(
    in folder: String, _ calendar: AnkiCalendar, at now: Timestamp, hasSchedules: Bool
  ) throws(PackageError) {
    collection = try AnkiCollectionWriter(in: folder)
    self.calendar = calendar
    self.now = now.milliseconds / 1_000
    self.hasSchedules = hasSchedules
    // Anki's Default.
    _ = deckIDs.take(1)
  }

  /// - Parameters:
  ///   - title: its path, with `::` between two parts.
  ///   - description: HTML.
  ///   - options: how it is studied; nil leaves that to whoever imports it.
  ///   - made: milliseconds since 1970.
  /// - Returns: the deck's id.
  public func addDeck(
    _ title: String, description: String, options: StudyParameters?, made: Int64
  ) -> Int64 {
    let preset = options.map(presetID) ?? 1
    if title == AnkiSettingsJSON.defaultDeck {
      decks[0].description = description
      decks[0].preset = preset
      return 1
    }
    let id = deckIDs.take(made)
    decks.append(AnkiDeckRecord(id: id, title: title, description: description, preset: preset))
    return id
  }

  private func presetID(_ parameters: StudyParameters) -> Int64 {
    if let known = presets.first(where: { $0.parameters == parameters }) { return known.id }
    let id = AnkiPresetJSON.id(of: parameters)
    presets.append((id, parameters))
    return id
  }

  /// - Returns: the note's id.
  /// - Throws: `.cannotSpool`.
  public func add(_ note: AnkiNoteRecord) throws(PackageError) -> Int64 {
    try collection.add(note)
  }

  /// - Returns: the card's id.
  /// - Throws: `.cannotSpool`.
  public func add(_ card: AnkiCardRecord) throws(PackageError) -> Int64 {
    try collection.add(card)
  }

  /// - Parameter card: the card's id.
  /// - Throws: `.cannotSpool`.
  public func add(_ entry: AnkiLogRecord, of card: Int64) throws(PackageError) {
    try collection.add(entry, of: card)
  }

  /// Packs it all.
  /// - Parameters:
  ///   - media: what is not there is left out.
  ///   - take: gets the archive, piece by piece.
  /// - Returns: the names of the files that were not there.
  /// - Throws: `PackageError`, and what `take` throws.
  public func finish(
    media: [AnkiMediaRecord], _ take: ([UInt8]) throws -> Void
  ) throws -> [String] {
    try collection.finish(decks: decks, presets: presets, calendar, changed: now)
    let zip = try ZipWriter()
    // Ankis before 2.1.50 look for the name, later ones for the number: both take a schedule in
    // 'collection.anki2' for one of the first scheduler, and would convert it.
    if hasSchedules { try add("meta", [0x08, 0x02], to: zip) }
    try add(
      hasSchedules ? "collection.anki21" : "collection.anki2", collection.file.descriptor, to: zip,
      isCompressed: true, take)
    var names: [(member: String, name: String)] = []
    var missing: [String] = []
    for file in media {
      let member = String(names.count)
      let found: Void? = try ScratchFile.reading(file.path) { descriptor in
        try add(member, descriptor, to: zip, isCompressed: false, take)
      }
      if found == nil { missing.append(file.name) } else { names.append((member, file.name)) }
    }
    var list = JSONWriter()
    list.beginObject()
    for (member, name) in names {
      list.key(member)
      list.value(name)
    }
    list.endObject()
    try add("media", list.bytes, to: zip)
    try zip.close()
    try take(zip.take())
    return missing
  }

  private func add(_ name: String, _ bytes: [UInt8], to zip: ZipWriter) throws(PackageError) {
    try zip.begin(name, size: bytes.count, changed: now, isCompressed: false)
    try zip.write(bytes[...])
  }

  private func add(
    _ name: String, _ descriptor: Int32, to zip: ZipWriter, isCompressed: Bool,
    _ take: ([UInt8]) throws -> Void
  ) throws {
    let size = try ArchiveHandle.size(of: descriptor)
    try zip.begin(name, size: size, changed: now, isCompressed: isCompressed)
    var offset = 0
    while offset < size {
      let piece = try ArchiveHandle.bytes(
        of: descriptor, at: offset, count: min(AnkiPackageWriter.pieceSize, size - offset))
      guard !piece.isEmpty else { throw PackageError.cannotPack(reason: "'\(name)' was cut short") }
      try zip.write(piece[...])
      offset += piece.count
      let packed = zip.take()
      if !packed.isEmpty { try take(packed) }
    }
  }
}
