import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

/// Whatever way the same rows take, they end as the same account.
@Suite struct ConvergencePropertyTests {
  @Test(
    "any split of rows into pushes of three devices, in any order and with repeats, ends the same",
    arguments: 0..<25 as Range<UInt64>)
  func split(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rows = CorrelatedRows.make(&random)
    var outcomes: [String: PullPage] = [:]
    for database in TestDatabase.here {
      for round in 0..<2 {
        let page = try play(rows, on: database, &random)
        outcomes["\(database.rawValue) \(round)"] = page
      }
    }
    let first = try #require(outcomes["SQLite 0"])
    for (name, page) in outcomes { #expect(page == first, "seed \(seed): \(name)") }
  }

  /// Sends all rows, each at least once, and asks for everything.
  private func play(
    _ rows: CorrelatedRows, on database: TestDatabase, _ random: inout SeededRandom
  ) throws -> PullPage {
    let site = try SyncSite(database)
    let first = try site.account()
    let devices = [first, site.device(of: first.user), site.device(of: first.user)]
    _ = try first.push(rows.parents)
    var pending = rows.changes.shuffled(using: &random)
    pending += rows.changes.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    while !pending.isEmpty {
      let count = min(pending.count, Int.random(in: 1...12, using: &random))
      let device = devices[Int.random(in: 0..<devices.count, using: &random)]
      let answer = try device.push(Array(pending.prefix(count)))
      #expect(answer.rejected.allSatisfy { $0.reason == "stale" }, "\(answer.rejected)")
      pending.removeFirst(count)
      site.now = site.now.advanced(by: Int64.random(in: 0...3, using: &random))
    }
    return try first.everything().normalized
  }
}

extension PullPage {
  /// Without what depends on when rows arrived.
  var normalized: PullPage {
    var page = self
    (page.serverClock, page.nextSince, page.isFullResync) = (Timestamp(milliseconds: 0), 0, false)
    page.topics.sort { $0.id < $1.id }
    page.decks.sort { $0.id < $1.id }
    page.subTopics.sort { $0.id < $1.id }
    page.cards.sort { $0.id < $1.id }
    page.cardSubTopics.sort { $0.id < $1.id }
    page.reviews.sort { $0.id < $1.id }
    page.sessions.sort { $0.id < $1.id }
    return page
  }
}

/// Many changes of few records, each with a clock of its own.
struct CorrelatedRows {
  /// The first state of each record, which has to be there before others name it.
  var parents: [any WireRecord] = []
  var changes: [any WireRecord] = []
  private var clock: Int64 = 1_000_000

  static func make(_ random: inout SeededRandom) -> CorrelatedRows {
    var rows = CorrelatedRows()
    rows.addDecks(&random)
    rows.addCards(&random)
    rows.addReviews(&random)
    return rows
  }

  private mutating func tick(_ random: inout SeededRandom) -> Timestamp {
    clock += Int64.random(in: 1...50_000_000, using: &random)
    return time(clock)
  }

  private mutating func addDecks(_ random: inout SeededRandom) {
    for number in 1...2 as ClosedRange<UInt64> {
      parents.append(deck(number, at: 1_000))
      parents.append(
        SubTopic(id: id(20 + number), deckID: id(number), name: "t", updatedAt: time(1_000)))
    }
    for _ in 0..<6 {
      var deck = deck(UInt64.random(in: 1...2, using: &random), RandomRecords.text(&random))
      deck.updatedAt = tick(&random)
      deck.options.desiredRetention = Double.random(in: 0.7...0.99, using: &random)
      deck.deletedAt = Int.random(in: 0..<6, using: &random) == 0 ? deck.updatedAt : nil
      changes.append(deck)
    }
    for number in 0..<4 as Range<UInt64> {
      let moment = tick(&random)
      changes.append(
        StudySession(
          id: id(70 + number % 2), deckID: id(1), mode: .smart, startedAt: time(1),
          endedAt: moment, updatedAt: moment))
    }
  }

  private mutating func addCards(_ random: inout SeededRandom) {
    for number in 10..<15 as Range<UInt64> {
      parents.append(card(number, deck: 1 + number % 2, at: 1_000))
      for _ in 0..<4 {
        var edited = RandomRecords.card(&random)
        (edited.id, edited.deckID) = (id(number), id(UInt64.random(in: 1...2, using: &random)))
        edited.contentUpdatedAt = tick(&random)
        edited.schedulingUpdatedAt = tick(&random)
        edited.deletedAt =
          Int.random(in: 0..<5, using: &random) == 0 ? edited.contentUpdatedAt : nil
        changes.append(edited)
      }
    }
  }

  /// Chains of two devices that answered apart, with undos, resets and Basic reviews between.
  private mutating func addReviews(_ random: inout SeededRandom) {
    var next: UInt64 = 1_000
    for number in 10..<14 as Range<UInt64> {
      for _ in 0..<2 {
        var before = Scheduling.new
        var newest: ReviewID?
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          next += 1
          let moment = tick(&random)
          let kind = entryKind(&random, hasOlder: newest != nil)
          let after =
            kind == .review || kind == .manual
            ? state(
              before.reps + 1, due: moment.milliseconds + 500_000_000, at: moment.milliseconds)
            : .new
          changes.append(
            Review(
              id: id(next), cardID: id(number), kind: kind,
              cancelsID: kind == .undo ? newest : nil, rating: kind == .review ? .good : nil,
              ratedAt: moment, order: moment, before: before, after: after))
          before = after
          newest = id(next)
        }
      }
    }
  }

  private func entryKind(_ random: inout SeededRandom, hasOlder: Bool) -> ReviewKind {
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where hasOlder: .undo
    case 1: .reset
    case 2: .manual
    default: .review
    }
  }
}
