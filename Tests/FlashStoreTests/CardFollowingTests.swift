import FlashModel
import FlashStore
import FlashText
import Testing

/// Cards that an import brought, and what becomes of them when their source has changed.
@Suite struct CardFollowingTests {
  private struct Row {
    var front: String
    var back: String
    var deck = "Deck"
    var tags: [String] = []
    var id = ""
    var flag = 0
    var isSuspended = false
  }

  private func run(
    _ rows: [Row], into store: Store, _ policy: DuplicatePolicy = .update, restoring: Bool = false,
    telling: SourceFacts = [], given: [String] = []
  ) throws -> ImportCounts {
    var request = ImportRequest("import")
    request.policy = policy
    request.restoresRemoved = restoring
    request.telling = telling
    request.givenTags = given
    return try store.importCards(request, at: monday) { cards in
      for row in rows {
        var detail: ImportDetail?
        if row.flag != 0 || row.isSuspended {
          detail = ImportDetail(isSuspended: row.isSuspended)
          detail?.flag = row.flag
        }
        try cards.add(
          ImportRow(
            front: Array(row.front.utf8)[...], back: Array(row.back.utf8)[...],
            deck: try cards.deck(path: row.deck), subTopics: row.tags + given,
            sourceID: Array(row.id.utf8)[...], detail: detail))
      }
    }
  }

  @Test("tags follow their source both ways, but for those that were given or taken away here")
  func tagsFollow() throws {
    let fixture = try Fixture()
    let store = fixture.store
    var row = Row(front: "a", back: "1", tags: ["kept", "gone", "mine"], id: "n")
    _ = try run([row], into: store, telling: .tags)
    let id = try store.cards()[0].card.id
    try store.untagCards([id], from: ["mine"], at: monday)
    try store.tagCards([id], with: ["hand"], at: monday)
    #expect(try run([row], into: store, telling: .tags).unchanged == 1)
    #expect(try store.card(id).subTopics == ["kept", "gone", "hand"])
    row.tags = ["kept", "mine", "new"]
    #expect(try run([row], into: store, telling: .tags).updated == 1)
    #expect(Set(try store.card(id).subTopics) == ["kept", "hand", "new"])
    // What was taken away there and comes again is new.
    row.tags.append("gone")
    #expect(try run([row], into: store, telling: .tags).updated == 1)
    #expect(Set(try store.card(id).subTopics) == ["kept", "hand", "new", "gone"])
    // A file that has no tags says nothing of them; one that has none left says that.
    row.tags = []
    #expect(try run([row], into: store).unchanged == 1)
    #expect(try run([row], into: store, telling: .tags).updated == 1)
    #expect(try store.card(id).subTopics == ["hand"])
    #expect(try store.undo(by: rules, at: monday).label == "import")
    #expect(Set(try store.card(id).subTopics) == ["kept", "hand", "new", "gone"])
    #expect(try run([row], into: store, telling: .tags).updated == 1)
    #expect(try store.card(id).subTopics == ["hand"])
  }

  @Test("a tag that was given with the command is no word of the source's")
  func givenTags() throws {
    let fixture = try Fixture()
    let store = fixture.store
    let row = Row(front: "a", back: "1", tags: ["x"], id: "n")
    _ = try run([row], into: store, telling: .tags, given: ["from me"])
    let id = try store.cards()[0].card.id
    #expect(try run([row], into: store, telling: .tags).unchanged == 1)
    #expect(try store.card(id).subTopics == ["x", "from me"])
  }

  @Test("flag and suspension follow the source, unless they were changed here")
  func marksFollow() throws {
    let fixture = try Fixture()
    let store = fixture.store
    func row(_ id: String, _ flag: Int, _ isSuspended: Bool) -> Row {
      Row(front: id, back: "1", id: id, flag: flag, isSuspended: isSuspended)
    }
    func marks() throws -> [String] {
      try store.cards().map { "\($0.card.flag)\($0.card.isSuspended ? "s" : "")" }
    }
    let facts: SourceFacts = [.flags, .suspension]
    let first = [row("a", 1, true), row("b", 1, true), row("c", 1, false), row("d", 1, false)]
    #expect(try run(first, into: store, telling: facts).added == 4)
    let ids = try store.cards().map(\.card.id)
    var edit = CardEdit()
    edit.isSuspended = false
    edit.flag = 5
    try store.editCards([ids[1], ids[2]], edit, at: monday)
    #expect(try run(first, into: store, telling: facts).unchanged == 4)
    #expect(try marks() == ["1s", "5", "5", "1"])
    let second = [row("a", 2, false), row("b", 1, true), row("c", 3, true), row("d", 1, false)]
    let counts = try run(second, into: store, telling: facts)
    #expect(counts.updated == 1)
    #expect(counts.conflicting == 1)
    #expect(counts.unchanged == 2)
    #expect(try marks() == ["2", "5", "5s", "1"])
    // A file that says nothing of them changes nothing.
    #expect(try run(first, into: store).unchanged == 4)
    #expect(try marks() == ["2", "5", "5s", "1"])
  }

  @Test("a card that was moved in its source follows with its tags, unless it was moved here")
  func decksFollow() throws {
    let fixture = try Fixture()
    let store = fixture.store
    func row(_ id: String, _ deck: String) -> Row {
      Row(front: id, back: "1", deck: deck, tags: ["t"], id: id)
    }
    _ = try run([row("a", "X"), row("b", "X"), row("c", "X")], into: store, telling: .tags)
    let ids = try store.cards().map(\.card.id)
    try store.tagCards([ids[0]], with: ["hand"], at: monday)
    let mine = try store.addDeck(titled: "Mine", at: monday)
    try store.moveCards([ids[1], ids[2]], to: mine, at: monday)
    #expect(
      try run([row("a", "X"), row("b", "X"), row("c", "X")], into: store, telling: .tags).unchanged
        == 3)
    let counts = try run(
      [row("a", "Y"), row("b", "X"), row("c", "Y")], into: store, telling: .tags)
    #expect(counts.updated == 1)
    #expect(counts.unchanged == 1)
    #expect(counts.conflicting == 1)
    let placed = try ids.map { try store.card($0) }
    #expect(placed.map(\.deckTitle) == ["Y", "Mine", "Mine"])
    #expect(placed.map { Set($0.subTopics) } == [["t", "hand"], ["t"], ["t"]])
    #expect(try store.check(by: rules, at: monday).isSound)
    // Tags are taken away from a card that was moved here as well.
    var bare = row("b", "X")
    bare.tags = []
    #expect(try run([bare], into: store, telling: .tags).updated == 1)
    #expect(try store.card(ids[1]).subTopics == [])
  }
}
