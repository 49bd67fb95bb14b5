import FlashAPI
import FlashModel
import FlashSQL
import FlashServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures rows through the service without a network, on this disk.
enum SyncBenchmarks {
  private static let cards = 20_000
  private static let reviewsByCard = 8
  private static let principal = Principal(
    user: UserID(high: 1, low: 1), signIn: SignInID(high: 1, low: 2))
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  static func run() throws -> [Figure] {
    let folder = ".build/flash-bench-sync-\(getpid())"
    unsafe mkdir(folder, 0o700)
    unsafe mkdir(folder + "/accounts", 0o700)
    let storage = EmbeddedStorage(
      folder: folder, makeFolder: { unsafe mkdir($0, 0o700) },
      removeFiles: { paths in for path in paths { unsafe unlink(path) } })
    defer {
      // What is left over is a benchmark's own.
      try? storage.erase(principal.user)
      for name in ["directory.db", "directory.db-wal", "directory.db-shm", "directory.db.lock"] {
        unsafe unlink("\(folder)/\(name)")
      }
      unsafe rmdir("\(folder)/accounts/\(principal.user.description.suffix(2))")
      unsafe rmdir(folder + "/accounts")
      unsafe rmdir(folder)
    }
    return try measure(storage, "SQLite")
  }

  /// Measures on any storage, which has to be empty.
  static func measure(_ storage: some ServerStorage, _ name: String) throws -> [Figure] {
    try storage.migrate()
    // More than the plan of those who pay nothing allows.
    _ = try DefaultPlans.set(
      "plus", in: storage, now: now, random: { [UInt8](repeating: 1, count: $0) })
    let (cardBodies, reviewBodies) = bodies()
    let up = try seconds { for body in cardBodies { try push(body, storage) } }
    let log = try seconds { for body in reviewBodies { try push(body, storage) } }
    let (rows, size, down) = try pullAll(storage)
    let repeated = try seconds { for body in reviewBodies { try push(body, storage) } }
    var small: [Double] = []
    for round in 0..<20 {
      let body = smallBody(round)
      small.append(try seconds { try push(body, storage) })
    }
    let reviews = Double(cards * reviewsByCard)
    return [
      Figure(
        name: "cards pushed, \(name)", value: Double(cards) / up, unit: "rows/s",
        bar: .atLeast(60_000)),
      Figure(
        name: "reviews pushed, \(name)", value: reviews / log, unit: "rows/s",
        bar: .atLeast(60_000)),
      Figure(
        name: "reviews pushed again, \(name)", value: reviews / repeated, unit: "rows/s",
        bar: .atLeast(60_000)),
      Figure(
        name: "rows pulled, \(name)", value: Double(rows) / down, unit: "rows/s",
        bar: .atLeast(60_000)),
      Figure(
        name: "bytes of a pulled row, \(name)", value: Double(size / max(1, rows)), unit: "B",
        bar: .none),
      Figure(
        name: "100 reviews into \(Int(reviews)), \(name)", value: small.sorted()[10] * 1_000,
        unit: "ms", bar: .atMost(20)),
    ]
  }

  private static func push(_ body: [UInt8], _ storage: some ServerStorage) throws {
    let answer = try Push(storage: storage, principal: principal, now: now, zones: { _ in nil })
      .answer(PushRequest(body: body))
    guard answer.rejected.isEmpty else { throw BenchmarkFailure() }
  }

  private static func pullAll(
    _ storage: some ServerStorage
  ) throws -> (rows: Int, size: Int, seconds: Double) {
    let pull = Pull(storage: storage, principal: principal, now: now)
    var request = PullRequest(
      since: 0, entities: SyncEntity.allCases, limit: 5_000, epoch: 1)
    var (rows, size, time) = (0, 0, 0.0)
    while true {
      var body: [UInt8] = []
      time += try seconds {
        body = try pull.answer(request, asked: SyncEntity.allCases.map(\.key))
      }
      size += body.count
      let end = try PageEnd(body)
      rows += end.rows
      guard end.hasMore else { return (rows, size, time) }
      request.since = end.nextSince
    }
  }

  private static func bodies() -> (cards: [[UInt8]], reviews: [[UInt8]]) {
    var cards: [[UInt8]] = []
    for start in stride(from: 0, to: self.cards, by: 4_999) {
      var writer = PushWriter()
      writer.row(Deck(id: DeckID(high: 1, low: 2), title: "Deck", updatedAt: now))
      for number in start..<min(start + 4_999, self.cards) {
        writer.row(GeneratedRecords.card(number))
      }
      cards.append(writer.finish(clientClock: now))
    }
    var reviews: [[UInt8]] = []
    let count = self.cards * reviewsByCard
    for start in stride(from: 0, to: count, by: 5_000) {
      var writer = PushWriter()
      for number in start..<min(start + 5_000, count) { writer.row(review(number)) }
      reviews.append(writer.finish(clientClock: now))
    }
    return (cards, reviews)
  }

  /// The n-th entry of the whole log, round by round through the cards.
  private static func review(_ number: Int) -> Review {
    let (round, card) = (number / cards, number % cards)
    var before = GeneratedRecords.review(card + round).before
    if round == 0 { before = GeneratedRecords.card(card).scheduling }
    let moment = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 1_000)
    return Review(
      id: ReviewID(high: UInt64(number), low: 8), cardID: CardID(high: UInt64(card), low: 7),
      rating: .good, durationMilliseconds: 4_000, ratedAt: moment, order: moment, before: before,
      after: GeneratedRecords.review(card + round).after)
  }

  private static func smallBody(_ round: Int) -> [UInt8] {
    var writer = PushWriter()
    for number in 0..<100 {
      let row = cards * reviewsByCard + round * 100 + number
      writer.row(review(row))
    }
    return writer.finish(clientClock: now)
  }

  private static func seconds(_ body: () throws -> Void) throws -> Double {
    let duration = try ContinuousClock().measure(body).components
    return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
  }

  /// What a page says of itself, without the rows being read.
  private struct PageEnd {
    var rows = 0
    var hasMore = false
    var nextSince: Int64 = 0

    init(_ body: [UInt8]) throws {
      let page = try PullPage(body: body)
      rows = page.cards.count + page.reviews.count + page.decks.count
      (hasMore, nextSince) = (page.hasMore, page.nextSince)
    }
  }
}

/// A row was refused that should not be.
struct BenchmarkFailure: Error {}
