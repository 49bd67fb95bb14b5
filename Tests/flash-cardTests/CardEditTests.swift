import FlashCollection
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@testable import flash_card

@Suite struct CardEditTests {
  @Test("an edit changes the text and leaves the schedule")
  func sides() throws {
    let commands = try CardCommands()
    let id = try commands.cards(1)[0]
    let rules = try commands.session.context("x").studyRules(commands.store)
    let cardID = try #require(CardID(id))
    _ = try commands.store.record(
      Answer(cardID: cardID, rating: .good, ratedAt: commands.session.now), by: rules)
    let before = try #require(try commands.card(id)).card
    #expect(
      commands.run("edit", id, "--front", " neu ", "--hint", "h").output
        == "changed 1 card (undo: flash undo)\n")
    let after = try #require(try commands.card(id)).card
    #expect(after.front == "neu")
    #expect(after.back == before.back)
    #expect(after.hint == "h")
    #expect(after.scheduling == before.scheduling)
    #expect(commands.run("edit", id, "--hint", "").code == 0)
    #expect(try commands.card(id)?.card.hint == nil)
    #expect(commands.run("edit", id, "--front", "neu").output == "nothing changed\n")
  }

  @Test("editing a cloze text edits all of its cards: they stay, come and go by their numbers")
  func cloze() throws {
    let commands = try CardCommands()
    _ = commands.run("add", "--cloze", "{{c1::a}} {{c2::b}}", "-t", "x")
    let ids = try commands.store.cards().map(\.card.id)
    let edited = commands.run("edit", ids[0].description, "--cloze", "{{c1::A}} {{c3::c}}")
    #expect(edited.output == "changed 3 cards (undo: flash undo)\n")
    let entries = try commands.store.cards()
    #expect(entries.map(\.card.front) == ["[...] c", "A [...]"])
    #expect(entries[0].card.id == ids[0])
    #expect(entries.map(\.subTopics) == [["x"], ["x"]])
    #expect(commands.run("edit", ids[0].description, "--hint", "h").code == 0)
    #expect(try commands.store.cards().map(\.card.hint) == ["h", "h"])
    let back = commands.run("edit", ids[0].description, "--cloze", "{{c2::b}}")
    #expect(back.code == 0)
    #expect(try commands.store.cards().map(\.card.id) == [ids[1]])
  }

  @Test(
    "what does not fit the card is refused",
    arguments: [
      (["--cloze", "{{c1::x}}"], 64), (["--front", " "], 65), (["--back", ""], 65), ([], 64),
    ] as [([String], Int32)])
  func refused(options: [String], code: Int32) throws {
    let commands = try CardCommands()
    let id = try commands.cards(1)[0]
    let edited = commands.session.run(FlashCard.self, "flash-card", ["edit", id] + options)
    #expect(edited.code == code)
    #expect(try commands.card(id)?.card.front == "front 0")
  }

  @Test("the sides of a cloze card are not edited apart from its text")
  func sidesOfCloze() throws {
    let commands = try CardCommands()
    _ = commands.run("add", "--cloze", "{{c1::a}}")
    let id = try #require(try commands.store.cards().first).card.id.description
    #expect(commands.run("edit", id, "--front", "x").errors.contains("hint: give --cloze=TEXT"))
    #expect(commands.run("edit", id, "--cloze", "no more").code == 65)
    #expect(commands.run("edit", "x").code == 66)
  }
}
