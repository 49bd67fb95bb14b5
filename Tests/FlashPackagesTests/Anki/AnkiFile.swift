import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText

/// A package or collection that was read whole.
struct AnkiFile {
  struct Card {
    let key: String
    let front: String
    let back: String
    let deck: String
    let tags: [String]
    let note: String
    let noteOrd: Int?
    let detail: DraftDetail

    /// Answers, without entries that nobody rated.
    var reviews: [ForeignReview] {
      detail.reviews.filter { if case .review = $0.kind { true } else { false } }
    }
  }

  struct Media: Hashable {
    let name: String
    let bytes: [UInt8]
  }

  private(set) var cards: [Card] = []
  private(set) var problems: [RowProblem] = []
  private(set) var media: [Media] = []
  private(set) var warnings: [String] = []

  /// The day after the newest answer in the fixtures.
  static let now = Timestamp(milliseconds: 1_800_000_000_000)

  init(_ bytes: [UInt8], isPackage: Bool = true) throws(PackageError) {
    let file: OpenedFile
    do { file = try OpenedFile(bytes) } catch { throw .unreadable(reason: "\(error)") }
    let reader =
      try isPackage
      ? AnkiReader(
        package: file.descriptor, temporaryFolder: file.folder.path, at: AnkiFile.now,
        while: { true })
      : AnkiReader(
        collection: LiveDatabase(descriptor: file.descriptor, log: nil),
        temporaryFolder: file.folder.path, at: AnkiFile.now,
        while: { true })
    for file in reader.media {
      var bytes: [UInt8] = []
      try reader.unpack(file) { bytes += $0 }
      media.append(Media(name: file.name, bytes: bytes))
    }
    while let batch = try reader.next() {
      problems += batch.problems
      for draft in batch.drafts { cards.append(Card(draft, in: batch)) }
    }
    warnings = reader.warnings
  }

  var decks: [String] { cards.map(\.deck) }
}

extension AnkiFile.Card {
  init(_ draft: CardDraft, in batch: DraftBatch) {
    key = batch.text(draft.sourceID)
    front = batch.text(draft.front)
    back = batch.text(draft.back)
    deck = batch.text(draft.deck)
    tags = batch.parts(draft.tags)
    note = batch.text(draft.note)
    noteOrd = draft.noteOrd
    detail = batch.detail(of: draft) ?? DraftDetail()
  }
}

/// What a fixture says of its cards.
struct AnkiExpectation {
  struct Card {
    let id: Int
    let key: String
    let front: String
    let back: String
    let frontPlain: String
    let backPlain: String
    let deck: String
    let tags: [String]
    let isOcclusion: Bool
    let state: String
    let isSuspended: Bool
    let isBuried: Bool
    let flag: Int
    let due: ForeignSchedule.Moment?
    let reps: Int
    let lapses: Int
    let ease: Double
    let memory: MemoryState?
    let reviews: [ForeignReview]
  }

  let cards: [Card]
  let skipped: Int
  let reviewCount: Int
  let media: [String]

  init(_ fixture: ImportFixture) {
    let all = fixture.expected["cards"]?.elements ?? []
    cards = all.filter { $0["skip"] == nil }.map(Card.init)
    skipped = all.count - cards.count
    reviewCount = cards.map(\.reviews.count).reduce(0, +)
    media = fixture.expected["media_in_package"]?.elements.map(\.string) ?? []
  }

  var decks: [String] { cards.map(\.deck) }
}

extension AnkiExpectation.Card {
  init(_ json: JSONValue) {
    func text(_ key: String) -> String { json[key]?.string ?? "" }
    let schedule = json["scheduling"] ?? .null
    id = json["source_card_id"]?.integer ?? 0
    key = "anki:\(text("note_guid")):\(json["ord"]?.integer ?? 0)"
    front = text("front_text")
    back = text("back_text")
    frontPlain = text("front_plain")
    backPlain = text("back_plain")
    deck = (json["deck_path"]?.elements ?? []).map(\.string).joined(separator: "::")
    tags = (json["tags"]?.elements ?? []).map(\.string)
    isOcclusion = json["compare"] != nil
    state = schedule["state"]?.string ?? ""
    isSuspended = schedule["suspended"] == .bool(true)
    isBuried = schedule["buried"] == .bool(true)
    flag = schedule["flag"]?.integer ?? 0
    due = schedule["due_at_s"].flatMap { $0 == .null ? nil : $0.integer }
      .map { .exact(Timestamp(milliseconds: Int64($0) * 1_000)) }
    reps = schedule["reps"]?.integer ?? 0
    lapses = schedule["lapses"]?.integer ?? 0
    ease = schedule["ease"]?.double ?? 0
    if let fsrs = schedule["fsrs"], fsrs != .null {
      memory = MemoryState(
        stability: fsrs["stability"]?.double ?? 0, difficulty: fsrs["difficulty"]?.double ?? 0)
    } else {
      memory = nil
    }
    reviews = (json["reviews"]?.elements ?? []).filter { $0["imported"] == .bool(true) }
      .compactMap { review in
        Rating(rawValue: review["rating"]?.integer ?? 0).map {
          ForeignReview(
            .review($0), at: Timestamp(milliseconds: Int64(review["rated_at_ms"]?.integer ?? 0)),
            durationMilliseconds: review["duration_ms"]?.integer ?? 0)
        }
      }
  }
}

extension JSONValue {
  var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
  var string: String { if case .string(let text) = self { text } else { "?" } }
  var integer: Int { if case .integer(let value) = self { Int(value) } else { 0 } }
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: .nan
    }
  }
}
