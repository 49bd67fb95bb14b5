import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

/// Containers of Mochi, Mnemosyne and AnkiApp, read as they have to be.
@Suite struct PackageFixtureTests {
  static let fixtures: [(folder: String, kind: PackageContents.Kind, fixture: ImportFixture)] =
    [
      ("mochi", PackageContents.Kind.mochi), ("mnemosyne-db", .mnemosyne),
      ("mnemosyne-cards", .mnemosyneCards), ("ankiapp-zip", .ankiApp),
      ("jmemorize-zip", .jMemorize),
    ].flatMap { folder, kind in
      ImportFixture.all(in: folder).map { (folder, kind, $0) }
    }

  @Test("all fixtures are there")
  func count() { #expect(Self.fixtures.count == 6) }

  @Test("a container gives the cards it has to", arguments: fixtures.indices)
  func cards(place: Int) throws {
    let (_, kind, fixture) = Self.fixtures[place]
    let read = try PackageContents(fixture.bytes, kind)
    let expected = ExpectedCard.all(fixture)
    try #require(read.cards.count == expected.count)
    let name = fixture.string("deck_title") ?? ""
    for (mine, theirs) in zip(read.cards, expected) {
      #expect(plain(mine.front) == theirs.frontPlain)
      #expect(plain(mine.back) == theirs.backPlain)
      #expect(mine.front == theirs.front)
      #expect(mine.back == theirs.back)
      #expect(mine.deck == (theirs.deck.isEmpty ? name : theirs.deck))
      #expect(mine.tags == theirs.tags)
      #expect(mine.detail.isSuspended == theirs.isSuspended)
      #expect(mine.detail.reviews == theirs.reviews)
    }
    let skipped = (fixture.expected["skipped"]?.elements ?? []).map {
      "\($0["card"]?.integer ?? 0): \($0["reason"]?.string ?? "")"
    }
    #expect(read.problems.map { "\($0.line): \($0.reason.words)" } == skipped)
  }

  @Test("every card is known by a key of its own, where the file gives it an id")
  func keys() throws {
    for (folder, kind, fixture) in Self.fixtures where folder != "ankiapp-zip" {
      let keys = try PackageContents(fixture.bytes, kind).cards.map(\.key)
      guard !keys.contains("") else { continue }
      #expect(Set(keys).count == keys.count)
      #expect(keys.allSatisfy { $0.hasPrefix("mochi:") || $0.hasPrefix("mnemosyne:") })
    }
  }

  @Test("media come with their names and bytes, and texts follow new names")
  func media() throws {
    let image = try PackageContents(
      Fixture.bytes("import/mochi/transit.mochi"), .mochi, naming: ["img1.png": "other.png"])
    #expect(image.media.map(\.name) == ["img1.png"])
    #expect(image.media.allSatisfy { !$0.bytes.isEmpty })
    #expect(image.cards.filter { $0.front == "![](other.png)" }.count == 1)
    #expect(image.warnings == [])
    let lesson = try PackageContents(
      Fixture.bytes("import/jmemorize-zip/lesson.jml"), .jMemorize, naming: ["a.png": "b.png"])
    #expect(lesson.media.map(\.name) == ["a.png"])
    #expect(lesson.cards.filter { $0.front.hasSuffix("![](b.png)") }.count == 1)
    #expect(lesson.warnings == [])
    let set = try PackageContents(
      Fixture.bytes("import/mnemosyne-cards/set.cards"), .mnemosyneCards)
    #expect(set.media.map(\.name) == ["flag.png"])
    #expect(set.warnings == [])
    let blobs = try PackageContents(
      Fixture.bytes("import/ankiapp-zip/with-blobs.zip"), .ankiApp)
    let hash = "b4467f0dd939cb7b8af870bf39e79c2433610e765485791c8524ca7a245577b8"
    #expect(blobs.media.map(\.name) == [hash + ".png"])
    let missing = String(repeating: "0", count: 64)
    #expect(blobs.warnings == ["'\(missing)' is shown by a card and not in the file"])
  }

  @Test("the database's media lie in the folder beside it; what is missing is a warning")
  func mediaFolder() throws {
    let folder = try TemporaryDirectory()
    let bytes = try Fixture.bytes("import/mnemosyne-db/default.db")
    let without = try PackageContents(bytes, .mnemosyne, mediaFolder: folder.path)
    #expect(without.media == [])
    #expect(without.warnings == ["'flag.png' is shown by a card and not in the file"])
    try folder.write([1, 2, 3], to: "flag.png")
    let read = try PackageContents(bytes, .mnemosyne, mediaFolder: folder.path)
    #expect(read.media == [AnkiFile.Media(name: "flag.png", bytes: [1, 2, 3])])
    #expect(read.warnings == [])
  }

  @Test("Mnemosyne's schedules are due when they were, with their numbers")
  func schedules() throws {
    let fixture = try #require(ImportFixture.all(in: "mnemosyne-db").first)
    let read = try PackageContents(fixture.bytes, .mnemosyne)
    for (mine, theirs) in zip(read.cards, ExpectedCard.all(fixture)) {
      func number(_ key: String) -> Int { theirs.scheduling?[key]?.integer ?? 0 }
      guard number("grade") >= 0 else {
        #expect(mine.detail.schedule == nil)
        continue
      }
      let schedule = try #require(mine.detail.schedule)
      func moment(_ key: String) -> ForeignSchedule.Moment {
        .exact(Timestamp(milliseconds: Int64(number(key)) * 1_000))
      }
      #expect(schedule.state == .review)
      #expect(schedule.due == moment("next_rep_s"))
      #expect(schedule.lastReviewed == moment("last_rep_s"))
      #expect(schedule.ease == 2.5)
      #expect(schedule.reps == number("acq_reps") + number("ret_reps"))
      #expect(schedule.lapses == number("lapses"))
    }
    // Both cards of a fact are siblings.
    #expect(read.cards[2].noteOrd == 0)
    #expect(read.cards[3].noteOrd == 1)
    #expect(read.cards[2].detail.madeAt == Timestamp(milliseconds: 1_796_010_390_000))
  }
}
