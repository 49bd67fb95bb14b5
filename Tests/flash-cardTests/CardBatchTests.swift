import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashTestSupport
import Synchronization
import Testing

@testable import flash_card

@Suite struct CardBatchTests {
  private static let stranger = "01960000-0000-7000-8000-000000000001"

  @Test("what a list prints can be piped into a change")
  func pipeline() throws {
    let commands = try CardCommands()
    _ = try commands.cards(3)
    let list = commands.run("list").output
    #expect(
      commands.run("suspend", "-", input: list).output == "suspended 3 cards (undo: flash undo)\n")
    #expect(try commands.store.cards().allSatisfy { $0.card.isSuspended })
    let json = commands.run("list", "--suspended", "--json=id,front").output
    #expect(commands.run("unsuspend", "-", input: json).code == 0)
    let ids = commands.run("list", "-0").output
    #expect(ids.hasSuffix("\0"))
    #expect(commands.run("flag", "5", "-", "-0", input: ids).output.contains("flagged 3 cards"))
    #expect(try commands.store.cards().map(\.card.flag) == [5, 5, 5])
  }

  @Test("cards that are not there are told one by one; the rest is done")
  func partly() throws {
    let commands = try CardCommands()
    let ids = try commands.cards(2)
    let done = commands.run("suspend", ids[0], Self.stranger, "nonsense")
    #expect(done.code == 3)
    #expect(done.output == "suspended 1 card (undo: flash undo)\n")
    #expect(done.errors.contains("no such card: '\(Self.stranger)'"))
    #expect(done.errors.contains("not the id of a card: 'nonsense'"))
    let json = commands.run("suspend", ids[1], Self.stranger, "--json")
    #expect(json.errors.hasPrefix(#"{"error":{"code":"not_found","#))
    #expect(try json.objects().map { $0["id"] } == [.string(ids[1])])
  }

  @Test("strict commands change nothing then, and so does one that finds no card")
  func strict() throws {
    let commands = try CardCommands()
    let ids = try commands.cards(1)
    #expect(commands.run("suspend", ids[0], Self.stranger, "--strict").code == 66)
    #expect(commands.run("suspend", Self.stranger).code == 66)
    #expect(try commands.card(ids[0])?.card.isSuspended == false)
  }

  @Test("no ids on standard input change nothing; no operand is wrong usage")
  func none() throws {
    let commands = try CardCommands()
    #expect(
      commands.run("suspend", "-") == CommandSession.Outcome(code: 0, output: "", errors: ""))
    #expect(commands.run("suspend").code == 64)
  }

  @Test("each verb does what it says, once")
  func verbs() throws {
    let commands = try CardCommands()
    let id = try commands.cards(1)[0]
    let other = try commands.store.addDeck(titled: "Other", at: commands.session.now)
    let calls: [([String], String)] = [
      (["tag", "verbs", "-t", "x", id], "tagged 1 card"), (["untag", "X", id], "untagged 1 card"),
      (["suspend", id], "suspended 1 card"), (["unsuspend", id], "unsuspended 1 card"),
      (["bury", id], "buried 1 card"), (["unbury", id], "unburied 1 card"),
      (["flag", "3", id], "flagged 1 card"), (["flag", "0", id], "took the flag from 1 card"),
      (["move", "other", id], "moved 1 card"), (["rm", id], "removed 1 card"),
      (["restore", id], "restored 1 card"),
    ]
    for (arguments, text) in calls {
      let done = commands.session.run(FlashCard.self, "flash-card", arguments)
      #expect(done.output == "\(text) (undo: flash undo)\n", "\(arguments): \(done.errors)")
      #expect(done.code == 0)
    }
    let entry = try #require(try commands.card(id))
    #expect(entry.subTopics == ["verbs"])
    #expect(entry.deckTitle == other.title)
    #expect(commands.run("unsuspend", id).output == "nothing changed\n")
    #expect(
      commands.run("reset", id, "--json=cards_affected,undo").output
        == "{\"cards_affected\":0,\"undo\":null}\n")
  }

  @Test("every verb takes a query, and none an empty one or ids beside it")
  func queries() throws {
    let commands = try CardCommands()
    let ids = try commands.cards(3)
    for (verb, operand) in [
      ("tag", "x"), ("untag", "x"), ("suspend", nil), ("unsuspend", nil), ("bury", nil),
      ("unbury", nil), ("flag", "2"), ("move", "Other"), ("rm", nil), ("restore", nil),
    ] as [(String, String?)] {
      if verb == "move" { try commands.store.addDeck(titled: "Other", at: commands.session.now) }
      func run(_ arguments: String...) -> CommandSession.Outcome {
        commands.session.run(
          FlashCard.self, "flash-card", [verb] + (operand.map { [$0] } ?? []) + arguments)
      }
      let changed = run("--query", "\"front 1\" or back:2", "--json=cards_affected")
      #expect(changed.output == "{\"cards_affected\":2}\n", "\(verb): \(changed.errors)")
      #expect(run("--query", "nothing").output == "no card matches\n")
      #expect(run("--query", " ").code == 64)
      #expect(run("--query", "is:", ids[0]).code == 64)
      #expect(run("--query", "is:").code == 65)
    }
    #expect(try commands.store.cards().map(\.deckTitle) == ["Other", "Other", "Spanish"])
  }

  @Test("a removed card is told as removed")
  func removed() throws {
    let commands = try CardCommands()
    let ids = try commands.cards(2)
    _ = commands.run("rm", ids[0])
    let done = commands.run("flag", "1", ids[0])
    #expect(done.code == 66)
    #expect(done.errors.contains("the card '\(ids[0])' is removed"))
    #expect(done.errors.contains("hint: flash card restore \(ids[0])"))
    #expect(commands.run("list", "--removed", "-0").output == ids[0] + "\0")
    #expect(commands.run("list", "-0").output == ids[1] + "\0")
  }

  @Test(
    "a card is buried until the study day ends, or until what is said",
    arguments: [
      (nil, "2026-03-03T04:00:00Z"), ("2026-03-05", "2026-03-05T04:00:00Z"),
      ("2026-03-02T10:00:00+01:00", nil), ("2026-03-02T10:30:00Z", "2026-03-02T10:30:00Z"),
      ("2026-03-02", nil), ("tomorrow", nil),
    ] as [(String?, String?)])
  func bury(until: String?, expected: String?) throws {
    let commands = try CardCommands()
    let id = try commands.cards(1)[0]
    let done = commands.session.run(
      FlashCard.self, "flash-card", ["bury", id] + (until.map { ["--until", $0] } ?? []))
    #expect(done.code == (expected == nil ? 64 : 0))
    #expect(try commands.card(id)?.card.buriedUntil?.rfc3339 == expected)
  }

  @Test("a reset card is new again, and undo gives it its schedule back")
  func reset() throws {
    let commands = try CardCommands()
    let id = try commands.cards(1)[0]
    let rules = try commands.session.context("x").studyRules(commands.store)
    let cardID = try #require(CardID(id))
    let answer = try commands.store.record(
      Answer(cardID: cardID, rating: .easy, ratedAt: commands.session.now), by: rules)
    #expect(commands.run("reset", id).output == "reset 1 card (undo: flash undo)\n")
    #expect(try commands.card(id)?.card.scheduling == .new)
    _ = try commands.store.undo(by: rules, at: commands.session.now)
    #expect(try commands.card(id)?.card.scheduling.memory == answer.after.memory)
  }

  @Test(
    "a signal in the midst of a change of many cards undoes all of it",
    arguments: [["tag", "x"], ["suspend"], ["move", "French"], ["rm"]])
  func stopped(verb: [String]) throws {
    let commands = try CardCommands()
    _ = try commands.store.addDeck(titled: "French", at: commands.session.now)
    let ids = try commands.cards(400)
    let before = try commands.store.cards()
    // Asked some times while the ids are read, then by the change.
    let asked = Atomic<Int>(0)
    let first = Atomic<Int>(.max)
    commands.session.stopRequest = {
      asked.add(1, ordering: .relaxed).newValue > first.load(ordering: .relaxed)
        ? .interrupt : nil
    }
    let arguments = verb + ids
    let rehearsal = commands.session.run(
      FlashCard.self, "flash-card", verb + ["-n"] + ids)
    #expect(rehearsal.code == 0, "\(rehearsal.errors)")
    let whole = asked.exchange(0, ordering: .relaxed)
    #expect(whole > 20)
    first.store(whole * 3 / 4, ordering: .relaxed)
    let stopped = commands.session.run(FlashCard.self, "flash-card", arguments)
    #expect(stopped.code == nil)
    #expect(stopped.output == "")
    #expect(try commands.store.cards() == before)
    first.store(.max, ordering: .relaxed)
    #expect(commands.session.run(FlashCard.self, "flash-card", arguments).code == 0)
    #expect(try commands.store.cards() != before)
  }
}
