import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

/// Packages that Anki and genanki wrote, read as Anki reads them.
@Suite struct AnkiFixtureTests {
  static let fixtures = ImportFixture.all(in: "apkg") + ImportFixture.all(in: "colpkg")

  @Test("all fixtures are there")
  func count() { #expect(Self.fixtures.count == 30) }

  @Test("a package gives the cards that Anki has, deck by deck, in its order", arguments: fixtures)
  func cards(fixture: ImportFixture) throws {
    let read = try AnkiFile(fixture.bytes)
    let expected = AnkiExpectation(fixture)
    #expect(read.cards.count == expected.cards.count)
    #expect(read.problems.count == expected.skipped)
    #expect(Set(read.decks) == Set(expected.decks))
    for deck in Set(expected.decks) {
      let mine = read.cards.filter { $0.deck == deck }
      let theirs = expected.cards.filter { $0.deck == deck }
      #expect(mine.map(\.key) == theirs.map(\.key))
      for (mine, theirs) in zip(mine, theirs) {
        #expect(mine.tags == theirs.tags)
        // Of an image occlusion only that there is one can be compared.
        guard !theirs.isOcclusion else { continue }
        #expect(plain(mine.front) == theirs.frontPlain)
        #expect(plain(mine.back) == theirs.backPlain)
        #expect(mine.front == theirs.front)
        #expect(mine.back == theirs.back)
      }
    }
  }

  @Test("schedules and logs come as Anki keeps them", arguments: fixtures)
  func schedules(fixture: ImportFixture) throws {
    let read = try AnkiFile(fixture.bytes)
    let expected = AnkiExpectation(fixture)
    let byKey = Dictionary(read.cards.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for theirs in expected.cards {
      let mine = try #require(byKey[theirs.key])
      #expect(mine.detail.isSuspended == theirs.isSuspended)
      #expect((mine.detail.buriedAt != nil) == theirs.isBuried)
      #expect(mine.detail.flag == theirs.flag)
      #expect(mine.reviews == theirs.reviews)
      #expect(mine.detail.madeAt == Timestamp(milliseconds: Int64(theirs.id)))
      guard theirs.state != "new" else {
        #expect(mine.detail.schedule == nil)
        continue
      }
      let schedule = try #require(mine.detail.schedule)
      #expect("\(schedule.state)" == theirs.state)
      #expect(schedule.due == theirs.due)
      #expect(schedule.reps == theirs.reps)
      #expect(schedule.lapses == theirs.lapses)
      #expect(schedule.memory == theirs.memory)
      #expect(schedule.ease == (theirs.ease > 0 ? theirs.ease : nil))
      if let last = theirs.reviews.last { #expect(schedule.lastReviewed == .exact(last.moment)) }
    }
    #expect(read.cards.flatMap(\.reviews).count == expected.reviewCount)
  }

  @Test("media are those of the package, with their names", arguments: fixtures)
  func media(fixture: ImportFixture) throws {
    let read = try AnkiFile(fixture.bytes)
    #expect(read.media.map(\.name).sorted() == AnkiExpectation(fixture).media.sorted())
    for file in read.media { #expect(!file.bytes.isEmpty || file.name.hasPrefix("_")) }
  }
}
