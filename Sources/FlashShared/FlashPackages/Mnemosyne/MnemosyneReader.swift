public import FlashModel
import FlashSQL
public import FlashText

/// Reads the cards of Mnemosyne 2's database, with schedules and log, and the media in the folder
/// beside it.
public final class MnemosyneReader: PackageReader {
  public private(set) var warnings: [String] = []
  public let telling: SourceFacts = [.tags, .suspension]
  public var mediaNames: [String: String] = [:]
  public let media: [PackagedMedia]
  public let cardCount: Int
  private let database: PrivateDatabase
  private let folder: MediaFolder?
  private let cards: SQLiteStatement
  private let facts: SQLiteStatement
  private let tags: MnemosyneTags
  private let log: MnemosyneLog
  private var shown: ShownMedia
  private let now: Timestamp
  private let goOn: () -> Bool
  private var html = HTMLText()
  private var last = Int64.min
  private var isAtEnd = false
  /// How many cards of a fact there were.
  private var siblings: [Int64: Int] = [:]

  /// Cards in a batch.
  private static let stride = 512

  /// - Parameters:
  ///   - descriptor: of a file that can be gone about in; it stays the caller's. What Mnemosyne has
  ///     not yet written from its log to the file is not read.
  ///   - mediaFolder: where its pictures and sounds are; nil if that is not known.
  ///   - temporaryFolder: where the database is copied to.
  ///   - now: the clock.
  ///   - goOn: asked now and then; no ends the reading as `.interrupted`.
  /// - Throws: `PackageError`.
  public init(
    _ live: LiveDatabase, mediaFolder: String?, temporaryFolder: String, at now: Timestamp,
    while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let file = try live.copy(
      in: temporaryFolder, limit: UnpackLimits.standard.total, while: goOn)
    let database = try MnemosyneDatabase.open(file, while: goOn)
    self.database = database
    let rows = try MnemosyneReader.rows(of: database)
    guard !rows.isEmpty else { throw .empty }
    cardCount = rows.count
    log = try MnemosyneLog(of: database, rows, at: now)
    tags = try MnemosyneTags(of: database)
    cards = try database.prepare(
      """
      select _id, id, _fact_id, question, answer, grade, last_rep, next_rep, easiness, acq_reps,
        ret_reps, lapses, creation_time, active
      from cards not indexed order by _id
      """)
    facts = try database.prepare("select id from facts where _id = $1")
    let folder = mediaFolder.flatMap { MediaFolder(path: $0) }
    self.folder = folder
    let names = try MnemosyneReader.mediaNames(of: database)
    media = names.enumerated().compactMap { place, name in
      folder?.has(name) ?? false ? PackagedMedia(name: name, member: place) : nil
    }
    shown = ShownMedia(media.map(\.name))
    self.now = now
    self.goOn = goOn
    if log.dropped > 0 {
      warnings.append("\(log.dropped) entries of the log have no time or grade")
    }
  }

  /// Rows of cards by their ids.
  private static func rows(of database: PrivateDatabase) throws(PackageError) -> [String: Int64] {
    var rows: [String: Int64] = [:]
    var last = Int64.min
    try database.forEach("select _id, id from cards not indexed order by _id") {
      row throws(PackageError) in
      // Pages in a circle would go on for ever.
      guard row.integer(0) > last else { throw .corrupt(reason: "the cards are out of order") }
      last = row.integer(0)
      let id = row.text(1)
      // Cards without an id of their own are counted all the same.
      let isOther = id.isEmpty || rows[id] != nil
      rows[isOther ? "\(id)#\(last)" : id] = last
    }
    return rows
  }

  /// - Throws: `.unsafe` for names that lead elsewhere.
  private static func mediaNames(of database: PrivateDatabase) throws(PackageError) -> [String] {
    guard database.has("media") else { return [] }
    var names: Set<String> = []
    try database.forEach("select filename from media not indexed") { row throws(PackageError) in
      let name = row.text(0)
      if let flaw = MemberName.flaw(inPath: name) { throw .unsafe(reason: flaw) }
      if MemberName.flaw(inFileName: name) == nil { names.insert(CardText.cleaned(name)) }
    }
    return names.sorted()
  }

  public func unpack(
    _ media: PackagedMedia, _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try folder?.read(media.name, limit: ArchivedMedia.largestFile, while: goOn, take)
  }

  public func next() throws(PackageError) -> DraftBatch? {
    guard goOn() else { throw .interrupted }
    guard !isAtEnd else { return nil }
    var batch = DraftBatch()
    for _ in 0..<MnemosyneReader.stride {
      guard try database.step(cards) else {
        isAtEnd = true
        break
      }
      try add(cards, to: &batch)
    }
    shown.rename(in: &batch, mediaNames)
    if isAtEnd { warnings += shown.warnings }
    return batch
  }

  private func add(
    _ row: SQLiteStatement, to batch: inout DraftBatch
  ) throws(PackageError) {
    let number = row.integer(0)
    guard number > last else { throw .corrupt(reason: "the cards are out of order") }
    last = number
    var draft = CardDraft(line: Int(clamping: number))
    var detail = DraftDetail()
    let question = text(row, 3)
    let answer = text(row, 4)
    guard question.count <= TextLimits.record, answer.count <= TextLimits.record else {
      return batch.add(RowProblem(line: draft.line, reason: .recordTooLong))
    }
    draft.front = batch.append(html: MnemosyneText.html(question[...])[...], &html)
    draft.back = batch.append(html: MnemosyneText.html(answer[...])[...], &html)
    draft.tags = batch.append(names: tags.names(of: number))
    let id = row.text(1)
    if !id.isEmpty, id.utf8.count <= 400 {
      draft.sourceID = batch.append(cleaned: "mnemosyne:\(id)")
      draft.hasSourceKey = true
      try setNote(row.integer(2), &draft, &detail, in: &batch)
    }
    detail.isSuspended = !row.isNull(13) && row.integer(13) == 0
    detail.madeAt = MnemosyneLearning.moment(row.integer(12)).flatMap { $0 <= now ? $0 : nil }
    detail.reviews = log.reviews(of: number)
    detail.schedule =
      MnemosyneLearning(
        grade: row.isNull(5) ? -1 : row.integer(5), ease: row.double(8), last: row.integer(6),
        next: row.integer(7), repetitions: (row.integer(9), row.integer(10)),
        lapses: row.integer(11)
      ).schedule
    batch.set(detail, of: &draft)
    batch.add(draft)
  }

  /// What the cards of a fact have in common.
  private func setNote(
    _ fact: Int64, _ draft: inout CardDraft, _ detail: inout DraftDetail,
    in batch: inout DraftBatch
  ) throws(PackageError) {
    facts.reset()
    facts.bind(fact, at: 1)
    guard try database.step(facts) else { return }
    let id = facts.text(0)
    guard !id.isEmpty, id.utf8.count <= 400 else { return }
    detail.noteKey = batch.append(cleaned: "mnemosyne:fact:\(id)")
    draft.noteOrd = siblings[fact, default: 0]
    siblings[fact, default: 0] += 1
  }

  /// A column as UTF-8: a database may hold any bytes as text.
  private func text(_ row: SQLiteStatement, _ column: Int) -> [UInt8] {
    let bytes = row.bytes(column)
    // What it throws is where; all of it is repaired.
    let isValid = (try? UTF8Span(validating: bytes.span)) != nil
    return isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }
}

/// The tags of Mnemosyne's cards.
struct MnemosyneTags {
  private struct Link {
    let card: Int64
    let tag: Int64
  }

  /// Stands for no tag.
  static let none = "__UNTAGGED__"

  private var byRow: [Int64: String] = [:]
  private var links: [Link] = []

  init(of database: PrivateDatabase) throws(PackageError) {
    guard database.has("tags"), database.has("tags_for_card") else { return }
    var byRow: [Int64: String] = [:]
    try database.forEach("select _id, name from tags not indexed") { row in
      let name = CardText.cleaned(row.text(1))
      if !name.isEmpty, name != MnemosyneTags.none { byRow[row.integer(0)] = name }
    }
    var links: [Link] = []
    try database.forEach("select _card_id, _tag_id from tags_for_card not indexed") { row in
      links.append(Link(card: row.integer(0), tag: row.integer(1)))
    }
    links.sort { ($0.card, $0.tag) < ($1.card, $1.tag) }
    self.byRow = byRow
    self.links = links
  }

  /// By name, without repeats.
  func names(of card: Int64) -> [String] {
    var (lower, upper) = (0, links.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if links[middle].card < card { lower = middle + 1 } else { upper = middle }
    }
    var names: Set<String> = []
    while lower < links.count, links[lower].card == card {
      if let name = byRow[links[lower].tag] { names.insert(name) }
      lower += 1
    }
    return names.sorted()
  }
}
