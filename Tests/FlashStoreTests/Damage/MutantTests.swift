import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// What the commands make of damaged files. docs/promises.md says what can't be noticed.
@Suite struct MutantTests {
  private static let seed: UInt64 = 61
  /// Of each kind; `make proof` makes 10,000 in all.
  private static let count =
    ProcessInfo.processInfo.environment["FLASH_PROOF"] == nil ? 70 : 834

  /// What came of reading a collection and of checking it.
  private enum Outcome {
    /// An error, or a finding that is more than advice.
    case told
    case sound(Set<String>)
  }

  @Test(
    "damage is told or does no harm, nobody writes to a file that is refused, intact rows are salvaged",
    .timeLimit(.minutes(10)), arguments: StoreMutant.Kind.allCases)
  func mutants(kind: StoreMutant.Kind) throws {
    let image = try StoreImage.shared.get()
    var told = 0
    for number in 0..<MutantTests.count {
      let place = "seed \(MutantTests.seed), mutant \(number) with \(kind.rawValue)"
      var random = SeededRandom(seed: MutantTests.seed &+ UInt64(number) &* 7_919)
      let mutant = StoreMutant(kind, of: image, &random)
      let folder = try TemporaryDirectory()
      let path = try folder.write(mutant.file, to: "c.db")
      if let log = mutant.log { try folder.write(log, to: "c.db-wal") }
      switch try outcome(path) {
      case .told: told += 1
      case .sound(let rows): try checkHarmless(rows, mutant, image, place)
      }
      #expect(try isUntouched(folder, mutant), "\(place): reading has written")
      try checkSalvage(path, mutant, image, place)
      #expect(try isUntouched(folder, mutant), "\(place): salvage has written")
      try checkWriting(path, folder, mutant, place)
    }
    // A log ends where it is damaged, and nobody reads what is free. How much of the rest is met hangs
    // on where the rows happen to lie: of single bits about one in ten.
    let least = kind.isOfLog || kind == .changedFreePage ? 0 : MutantTests.count / 16
    #expect(told >= least)
  }

  private func outcome(_ path: String) throws -> Outcome {
    do {
      let store = try Store(
        path: path, for: .reading, at: monday, random: SeededRandom(seed: 5))
      _ = try store.cards()
      _ = try store.deckSummaries(by: rules, at: monday)
      _ = try store.reduceReviewFacts(into: 0) { count, _ in count += 1 }
      let report = try store.check(by: rules, at: monday)
      return report.isSound ? .sound(try StoreImage.rows(path)) : .told
    } catch let error as StoreError {
      checkNamed(error, path)
      return .told
    }
  }

  /// An error of the file names the file.
  private func checkNamed(_ error: StoreError, _ path: String) {
    guard case .database(let inner) = error else { return }
    switch inner {
    case .notADatabase(let named), .corrupt(let named, _), .inputOutput(let named, _),
      .cannotOpen(let named, _), .readOnly(let named), .busy(let named), .diskFull(let named):
      #expect(named == path)
    case .interrupted, .constraint, .statement: break
    }
  }

  /// What is said to be sound holds what it held, apart from single values that were changed.
  private func checkHarmless(
    _ rows: Set<String>, _ mutant: StoreMutant, _ image: StoreImage, _ place: String
  ) throws {
    if mutant.kind.isOfLog {
      #expect(image.commits.contains(rows), "\(place): no state that was committed")
    } else {
      let differences = rows.symmetricDifference(image.rows)
      #expect(
        differences.count <= 2 * mutant.changes,
        "\(place): \(differences.sorted().map { $0.prefix(300) }.joined(separator: "\n"))")
    }
  }

  private func isUntouched(_ folder: TemporaryDirectory, _ mutant: StoreMutant) throws -> Bool {
    guard try folder.read("c.db") == mutant.file else { return false }
    guard let log = mutant.log else { return true }
    return try folder.read("c.db-wal") == log
  }

  /// The records of pages that are as they were are salvaged. A byte that was changed may give a row
  /// the number of another, which then is lost.
  private func checkSalvage(
    _ path: String, _ mutant: StoreMutant, _ image: StoreImage, _ place: String
  ) throws {
    let salvaged = try StoreImage.salvaged(path)
    guard !mutant.kind.isOfLog else { return #expect(!salvaged.isEmpty, "\(place)") }
    let lost = mutant.pages.reduce(into: Set<StoredRecord>()) {
      $0.formUnion(image.recordsByPage[$1])
    }
    // Of a card that is gone, an earlier state may be found as long as one page is left of two.
    let lostCards = Set(lost.compactMap(\.asCard))
    let missing = image.records.subtracting(salvaged).subtracting(lost).filter { record in
      record.belongsTo.map { !lostCards.contains($0) } ?? true
    }
    #expect(
      missing.count <= mutant.changes,
      "\(place): \(missing.count) are missing: \(missing.prefix(2).map { "\($0)".prefix(200) })")
  }

  /// Each kind of change is made or refused; a file that is refused when it is opened stays as it is.
  private func checkWriting(
    _ path: String, _ folder: TemporaryDirectory, _ mutant: StoreMutant, _ place: String
  ) throws {
    let store: Store
    do {
      store = try Store(path: path, for: .writing, at: monday, random: SeededRandom(seed: 5))
    } catch {
      return #expect(try isUntouched(folder, mutant), "\(place): \(error), but was written to")
    }
    do throws(StoreError) {
      guard let deck = try store.decks().first else { return }
      let id = try store.addCards([NewCard(front: "f", back: "b")], to: deck, at: monday)[0]
      _ = try store.record(Answer(cardID: id, rating: .good, ratedAt: monday), by: rules)
      _ = try store.undo(by: rules, at: monday)
      try store.tagCards([id], with: ["c"], at: monday)
    } catch {
      checkNamed(error, path)
    }
  }

  @Test("what is lost with a page is what stands on it, and all is on some page")
  func pages() throws {
    let image = try StoreImage.shared.get()
    #expect(image.records.count > 150)
    #expect(image.commits.count > 6)
    #expect(image.freePages.count >= 3)
    for page in image.freePages { #expect(image.recordsByPage[page] == []) }
    // Indexes and trees can be done without.
    let needed = image.recordsByPage.count { !$0.isEmpty }
    #expect((8..<image.pages / 2).contains(needed), "\(needed) of \(image.pages)")
    #expect(image.recordsByPage.reduce(into: []) { $0.formUnion($1) } == image.records)
  }
}

extension StoredRecord {
  fileprivate var asCard: CardID? {
    if case .card(let card) = self { card.id } else { nil }
  }

  /// The card without which it is no record.
  fileprivate var belongsTo: CardID? {
    switch self {
    case .link(let link): link.cardID
    case .review(let review): review.cardID
    default: nil
    }
  }
}
