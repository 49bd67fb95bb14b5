public import FlashModel
import FlashSQL
public import FlashText
import FlashThreads

/// Reads the cards of an Anki package, or of a bare collection.
public final class AnkiReader: PackageReader {
  public private(set) var warnings: [String]
  public var mediaNames: [String: String] = [:]
  public let media: [PackagedMedia]
  public let telling: SourceFacts
  private let package: AnkiPackage?
  private let collection: AnkiCollection
  private let cards: [AnkiCard]
  private let log: AnkiReviewLog
  private let notes: SQLiteStatement
  private let goOn: () -> Bool
  private var index = 0
  /// Bytes of the newest batch: the next one is about as large.
  private var newestSize = 0
  private var note: AnkiNoteRow?
  private var renderer = AnkiCardRenderer()
  /// The first note of each GUID, by the GUID's hash.
  private var owners: [Int: Int64] = [:]
  /// Names of files that a text shows, and the package has not.
  private var missing: Set<String> = []
  private var packaged: Set<String>
  /// How much text the cards may have together, for the size of the file.
  private var budget: UnpackBudget

  /// Cards in a batch.
  private static let stride = 512
  /// Bytes of texts in a batch, but for its last card.
  private static let batchSize = 8 << 20
  /// Missing files that are named.
  private static let namedFiles = 10

  /// Opens a package.
  /// - Parameters:
  ///   - descriptor: of a file that can be gone about in; it stays the caller's, who keeps it open.
  ///   - temporaryFolder: where the collection is unpacked to.
  ///   - limits: for what the cards' texts have together.
  ///   - now: the clock.
  ///   - goOn: asked now and then; no ends the reading as `.interrupted`.
  /// - Throws: `PackageError`.
  public convenience init(
    package descriptor: Int32, temporaryFolder: String, limits: UnpackLimits = .standard,
    at now: Timestamp, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let package = try AnkiPackage(descriptor: descriptor)
    let media = try AnkiMedia(of: package, while: goOn)
    let file = try package.unpackCollection(in: temporaryFolder, while: goOn)
    try self.init(package, media, file, limits, at: now, while: goOn)
  }

  /// Opens a collection without a package around it.
  /// - Parameter live: Anki may be writing to it meanwhile.
  public convenience init(
    collection live: LiveDatabase, temporaryFolder: String, at now: Timestamp,
    while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let file = try live.copy(
      in: temporaryFolder, limit: UnpackLimits.standard.total, while: goOn)
    try self.init(nil, nil, file, .standard, at: now, while: goOn)
  }

  private init(
    _ package: AnkiPackage?, _ media: AnkiMedia?, _ file: PrivateFile, _ limits: UnpackLimits,
    at now: Timestamp, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    self.package = package
    budget = UnpackBudget(limits, input: package?.size ?? file.size)
    self.media = media?.files ?? []
    packaged = Set(self.media.map(\.name))
    warnings = media?.warnings ?? []
    self.goOn = goOn
    let collection = try AnkiCollection(file, while: goOn)
    self.collection = collection
    let logReading = AnkiReviewLog.reading(of: collection, at: now)
    cards = try AnkiCards(of: collection).list
    guard !cards.isEmpty else { throw .empty }
    // Without schedules nothing is said of what Anki keeps with them.
    let hasSchedules = cards.contains { $0.type != 0 || $0.queue != 0 }
    telling = hasSchedules ? [.tags, .flags, .suspension] : [.tags]
    log = try logReading.result().get()
    notes = try collection.reading { () throws(SQLError) in
      try collection.database.connection.prepare(
        "select guid, mid, tags, flds from notes where id = $1")
    }
    owners.reserveCapacity(cards.count)
    warnings += collection.warnings
    if log.dropped > 0 { warnings.append("\(log.dropped) entries of the log have no time") }
    for type in collection.noteTypes.sorted(by: { $0.key < $1.key }).map(\.value) {
      if let flaw = type.flaw {
        warnings.append("note type '\(type.name)', \(flaw): its fields are taken as they stand")
      }
    }
  }

  public var cardCount: Int { cards.count }

  public var decks: [SourceDeck] {
    collection.sources.sorted { $0.key < $1.key }.map(\.value)
  }

  public func unpack(
    _ media: PackagedMedia, _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try package?.unpack(media.member, limit: AnkiMedia.largestFile, while: goOn, take)
  }

  public func next() throws(PackageError) -> DraftBatch? {
    guard goOn() else { throw .interrupted }
    guard index < cards.count else { return nil }
    let end = min(index + AnkiReader.stride, cards.count)
    var batch = DraftBatch(bytes: newestSize, cards: end - index)
    while index < end, batch.bytes.count < AnkiReader.batchSize {
      guard goOn() else { throw .interrupted }
      let before = batch.bytes.count
      try add(cards[index], to: &batch)
      // A template says a text once for all cards.
      try budget.take(batch.bytes.count - before)
      index += 1
    }
    if index == cards.count { warnOfMissing() }
    newestSize = batch.bytes.count
    return batch
  }

  private func add(_ card: AnkiCard, to batch: inout DraftBatch) throws(PackageError) {
    let line = Int(clamping: card.noteID)
    guard let note = try note(of: card) else {
      return batch.add(RowProblem(line: line, reason: .noNote))
    }
    guard let type = collection.noteTypes[note.typeID] else {
      return batch.add(RowProblem(line: line, reason: .noNoteType))
    }
    let deck = collection.decks[card.deckID] ?? ""
    var draft = CardDraft(line: line)
    var detail = DraftDetail()
    renderer.render(card, note, type, deck: deck, into: &batch, &draft, &detail)
    if let flaw = renderer.flaw { return batch.add(RowProblem(line: line, reason: flaw)) }
    if renderer.losesShapes { warnOfShapes() }
    rename(&draft.front, in: &batch)
    rename(&draft.back, in: &batch)
    rename(&draft.note, in: &batch)
    if var hint = detail.hint {
      rename(&hint, in: &batch)
      detail.hint = hint
    }
    draft.deck = batch.append(cleaned: deck)
    draft.tags = batch.append(names: note.tags)
    setKey(card, note, &draft, &detail, in: &batch)
    setSchedule(card, of: &detail)
    detail.flag = Int(card.flag)
    detail.isSuspended = card.isSuspended
    detail.madeAt = Timestamp(milliseconds: card.id)
    batch.set(detail, of: &draft)
    batch.add(draft)
  }

  /// The note of a card, read once for all its cards.
  private func note(of card: AnkiCard) throws(PackageError) -> AnkiNoteRow? {
    if let note, note.id == card.noteID { return note }
    let row = notes
    note = try collection.reading { () throws(SQLError) in
      row.reset()
      row.bind(card.noteID, at: 1)
      return try row.step() ? AnkiNoteRow(id: card.noteID, row) : nil
    }
    if let guid = note?.guid {
      let hash = guid.hashValue
      if let owner = owners.updateValue(card.noteID, forKey: hash), owner != card.noteID {
        owners[hash] = owner
        note?.isSecond = true
      }
    }
    return note
  }

  /// What the card is known by when the file is imported again: `anki:GUID:ORDINAL`.
  private func setKey(
    _ card: AnkiCard, _ note: AnkiNoteRow, _ draft: inout CardDraft, _ detail: inout DraftDetail,
    in batch: inout DraftBatch
  ) {
    var key = AnkiReader.keyMark
    // A second note of one GUID is another note all the same, and one without is known by its number.
    let isNumbered = note.guid.isEmpty || note.guid.count > 400
    if !isNumbered { key += note.guid }
    if isNumbered || note.isSecond { key += "#\(note.id)".utf8 }
    if isNumbered && note.isSecond { key += "#\(note.id)".utf8 }
    detail.noteKey = batch.append(cleaned: key[...])
    key += ":\(card.ordinal)".utf8
    draft.sourceID = batch.append(cleaned: key[...])
    draft.hasSourceKey = true
  }

  private static let keyMark = Array("anki:".utf8)

  private func setSchedule(_ card: AnkiCard, of detail: inout DraftDetail) {
    detail.reviews = log.isEmpty ? [] : log.reviews(of: card.id)
    if card.isBuried { detail.buriedAt = Timestamp(seconds: card.changed) }
    detail.schedule = card.schedule(
      detail.reviews, created: collection.created, hasOldScheduler: collection.hasOldScheduler)
  }
}

// MARK: - Media and warnings

extension AnkiReader {
  /// Notes which files a text shows, and writes the new names of those that have one.
  private func rename(_ range: inout Range<Int>, in batch: inout DraftBatch) {
    let found = MarkdownMedia.names(in: batch.bytes[range])
    guard !found.isEmpty else { return }
    var isRenamed = false
    for (name, _) in found {
      if let new = mediaNames[name], new != name { isRenamed = true }
      if !packaged.contains(name) { missing.insert(name) }
    }
    guard isRenamed else { return }
    let text = MarkdownMedia.renamed(batch.bytes[range], found, mediaNames)
    range = batch.append(cleaned: text[...])
  }

  private func warnOfMissing() {
    for name in missing.sorted().prefix(AnkiReader.namedFiles) {
      warnings.append("'\(name)' is shown by a card and not in the file")
    }
    if missing.count > AnkiReader.namedFiles {
      warnings.append("\(missing.count - AnkiReader.namedFiles) more files are missing")
    }
  }

  private func warnOfShapes() {
    renderer.losesShapes = false
    let text = "image occlusion: pictures are kept, the shapes on them are not"
    if !warnings.contains(text) { warnings.append(text) }
  }
}
