public import FlashModel
public import FlashText

/// Reads the cards of a Mochi export: a zip archive with EDN or Transit, and media beside it.
public final class MochiReader: PackageReader {
  public private(set) var warnings: [String]
  public let telling: SourceFacts = [.tags, .suspension]
  public var mediaNames: [String: String] = [:]
  public let media: [PackagedMedia]
  /// Nil for data alone.
  private let archive: ZipArchive?
  private let collection: MochiCollection
  private var shown: ShownMedia
  private let latest: Timestamp
  private let goOn: () -> Bool
  private var index = 0
  /// What templates may still make of cards: many small cards may share a large one.
  private var room = UnpackLimits.standard.total
  private var dropped = 0

  /// Cards in a batch.
  private static let stride = 512
  /// Bytes of the data.
  private static let largestData = 256 << 20

  /// - Parameters:
  ///   - descriptor: of a file that can be gone about in; it stays the caller's, who keeps it open.
  ///   - now: the clock.
  ///   - goOn: asked now and then; no ends the reading as `.interrupted`.
  /// - Throws: `PackageError`.
  public convenience init(
    descriptor: Int32, at now: Timestamp, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let archive = try ZipArchive(descriptor: descriptor)
    let names = ["data.json", "data.edn"]
    guard let name = names.first(where: { archive.index(of: $0) != nil }),
      let place = archive.index(of: name)
    else { throw .corrupt(reason: "the archive has no 'data.json' and no 'data.edn'") }
    let data = try archive.contents(of: place, limit: MochiReader.largestData, while: goOn)
    try self.init(
      data: data, named: name, archive, ArchivedMedia(of: archive, without: Set(names)), at: now,
      while: goOn)
  }

  /// Reads data without the archive around it.
  /// - Parameter name: ends in `.edn`, or it is Transit.
  /// - Throws: `PackageError`.
  public convenience init(data: [UInt8], named name: String, at now: Timestamp) throws(PackageError)
  {
    try self.init(data: data, named: name, nil, nil, at: now, while: { true })
  }

  private init(
    data: [UInt8], named name: String, _ archive: ZipArchive?, _ files: ArchivedMedia?,
    at now: Timestamp, while goOn: @escaping () -> Bool
  ) throws(PackageError) {
    let tree: DataTree
    do throws(TextFormatError) {
      tree = try name.hasSuffix(".edn") ? EDNReader.tree(data) : TransitReader.tree(data)
    } catch {
      throw .text(member: name, error)
    }
    collection = try MochiCollection(tree)
    guard !collection.cards.isEmpty else { throw .empty }
    self.archive = archive
    media = files?.files ?? []
    warnings = files?.warnings ?? []
    shown = ShownMedia(media.map(\.name))
    latest = now.advanced(by: Timestamp.millisecondsPerDay)
    self.goOn = goOn
  }

  public var cardCount: Int { collection.cards.count }

  public func unpack(
    _ media: PackagedMedia, _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try archive?.unpack(media.member, limit: ArchivedMedia.largestFile, while: goOn, take)
  }

  public func next() throws(PackageError) -> DraftBatch? {
    guard goOn() else { throw .interrupted }
    guard index < collection.cards.count else { return nil }
    var batch = DraftBatch()
    let end = min(index + MochiReader.stride, collection.cards.count)
    while index < end {
      try add(collection.cards[index], to: &batch)
      index += 1
    }
    shown.rename(in: &batch, mediaNames)
    if index == collection.cards.count {
      if dropped > 0 { warnings.append("\(dropped) reviews have no time") }
      warnings += shown.warnings
    }
    return batch
  }

  private func add(
    _ card: MochiCollection.Card, to batch: inout DraftBatch
  ) throws(PackageError) {
    var content = card.value["content"]?.bytes ?? []
    if let id = card.value["template-id"]?.text, let template = collection.templates[id] {
      let text = template.filled(card.value, limit: TextLimits.record)
      room -= text.count + 16 * template.size
      guard room > 0 else { throw .tooLarge(reason: "templates make too much text of the cards") }
      content = text[...]
    }
    guard content.count <= TextLimits.record else {
      return batch.add(RowProblem(line: card.number, reason: .recordTooLong))
    }
    var draft = CardDraft(line: card.number)
    var detail = DraftDetail()
    let deck = card.deck.map { collection.decks[$0] }
    if let deck { draft.deck = batch.append(cleaned: deck.path) }
    draft.tags = batch.append(names: tags(card.value))
    if let id = card.value["id"]?.text, !id.isEmpty, id.utf8.count <= 400 {
      draft.sourceID = batch.append(cleaned: "mochi:\(id)")
      draft.hasSourceKey = true
      detail.noteKey = draft.sourceID
    }
    detail.isSuspended = card.value["archived?"]?.isTrue ?? deck?.isArchived ?? false
    if let deck, deck.isArchived { detail.isSuspended = true }
    detail.madeAt = card.value["created-at"]?.moment.flatMap { $0 <= latest ? $0 : nil }
    let log = MochiLog(card.value["reviews"], until: latest)
    dropped += log.dropped
    detail.reviews = log.reviews
    detail.schedule = log.schedule
    add(MochiSides(content), draft, detail, to: &batch)
  }

  private func add(
    _ sides: MochiSides, _ draft: CardDraft, _ detail: DraftDetail, to batch: inout DraftBatch
  ) {
    var draft = draft
    let back = batch.join(sides.others.map { batch.append(cleaned: $0[...]) })
    let front = batch.append(cleaned: sides.front[...])
    if let cloze = MochiCloze.read(batch.bytes[front], extra: batch.text(back)) {
      batch.set(detail, of: &draft)
      return batch.add(cloze, as: draft)
    }
    draft.front = front
    draft.back = back
    var single = detail
    single.noteKey = 0..<0
    batch.set(single, of: &draft)
    batch.add(draft)
  }

  /// Without repeats, as they stand.
  private func tags(_ card: DataValue) -> [String] {
    var seen: Set<String> = []
    return (card["tags"]?.elements ?? []).compactMap(\.text).filter {
      seen.insert($0.lowercased()).inserted
    }
  }
}

/// The sides of a card: Markdown, with a line that is `---` between two.
struct MochiSides {
  private(set) var front: [UInt8] = []
  private(set) var others: [[UInt8]] = []

  init(_ content: ArraySlice<UInt8>) {
    var sides: [[UInt8]] = [[]]
    for line in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var text = line
      if text.last == 0x0D { text.removeLast() }
      if text.elementsEqual("---".utf8) {
        sides.append([])
      } else {
        sides[sides.count - 1] += text
        sides[sides.count - 1].append(0x0A)
      }
    }
    sides = sides.map(MochiSides.withPlainNames)
    front = sides[0]
    others = Array(sides.dropFirst())
  }

  /// Media are told by their names alone, not as `@media/NAME`.
  private static func withPlainNames(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "@")) else { return text }
    let mark = Array("](@media/".utf8)
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      if byte == mark[0], rest.starts(with: mark) {
        result += mark.prefix(2)
        rest = rest.dropFirst(mark.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}

/// The reviews of a card of Mochi, and the schedule they lead to.
struct MochiLog {
  private(set) var reviews: [ForeignReview] = []
  private(set) var schedule: ForeignSchedule?
  /// Reviews of moments that can't be.
  private(set) var dropped = 0

  /// The first of January of 2000; Mochi is younger.
  private static let earliest = Timestamp(milliseconds: 946_684_800_000)

  /// - Parameter latest: later reviews are none.
  init(_ list: DataValue?, until latest: Timestamp) {
    var found: [(moment: Timestamp, isKnown: Bool, days: Double?)] = []
    for review in list?.elements ?? [] {
      guard let moment = review["date"]?.moment, moment >= MochiLog.earliest, moment <= latest
      else {
        dropped += 1
        continue
      }
      found.append((moment, review["remembered?"]?.isTrue ?? false, review["interval"]?.number))
    }
    // By time; of one moment, as they stand.
    let sorted = found.enumerated().sorted {
      ($0.element.moment.milliseconds, $0.offset) < ($1.element.moment.milliseconds, $1.offset)
    }.map(\.element)
    var lapses = 0
    var wasKnown = false
    for review in sorted {
      if wasKnown, !review.isKnown { lapses += 1 }
      wasKnown = wasKnown || review.isKnown
      // An entry is known by its moment.
      let moment = reviews.last.map { max($0.moment.advanced(by: 1), review.moment) }
      reviews.append(
        ForeignReview(.review(review.isKnown ? .good : .again), at: moment ?? review.moment))
    }
    guard let last = sorted.last, let moment = reviews.last?.moment else { return }
    let days = last.days.flatMap { $0 >= 0 && $0 <= 100_000 ? $0 : nil }
    let due = moment.advanced(by: Int64((days ?? 0) * Double(Timestamp.millisecondsPerDay)))
    schedule = ForeignSchedule(
      .review, due: .exact(due), lastReviewed: .exact(moment), intervalDays: days,
      reps: reviews.count, lapses: lapses)
  }
}
