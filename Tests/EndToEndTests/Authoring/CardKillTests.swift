import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct CardKillTests {
  /// A change of all cards, and what shows how many of them it reached.
  private struct Change {
    let arguments: [String]
    let isDone: (CardEntry) -> Bool
  }

  private func change(_ round: Int) -> Change {
    let flag = round % 7 + 1
    return switch round % 4 {
    case 0: Change(arguments: ["flag", "\(flag)", "-"]) { $0.card.flag == flag }
    case 1: Change(arguments: ["tag", "tag\(round)", "-"]) { $0.subTopics.contains("tag\(round)") }
    case 2:
      Change(arguments: ["move", round % 8 == 2 ? "Other" : "x", "-"]) {
        $0.deckTitle == (round % 8 == 2 ? "Other" : "x")
      }
    default:
      Change(arguments: [round % 8 == 3 ? "suspend" : "unsuspend", "-"]) {
        $0.card.isSuspended == (round % 8 == 3)
      }
    }
  }

  @Test("killed at any moment, a change of many cards is made as a whole or not at all")
  func killed() throws {
    try TestHome.with { home in
      let count = 400
      try home.folder.write((0..<count).map { "front \($0),back \($0)\n" }.joined(), to: "x.csv")
      try home.given("flash-import", ["x.csv"])
      try home.given("flash-deck", ["add", "Other"])
      let ids = try home.store().cards().map { "\($0.card.id)\n" }.joined()
      let clock = ContinuousClock()
      let whole = try clock.measure {
        _ = try home.run("flash-card", ["flag", "7", "-"], input: .text(ids))
      }
      let seconds = Double(whole.components.attoseconds) / 1e18
      var random = SeededRandom(seed: 21)
      for round in 1...80 {
        let change = change(round)
        let before = try home.store().cards().count(where: change.isDone)
        let moment = seconds * Double.random(in: 0.02...1.2, using: &random)
        _ = try Executable(path: "/usr/bin/timeout").run(
          ["-s", "KILL", "\(moment)", Executable.built("flash-card").path] + change.arguments,
          environment: home.environment, input: .text(ids), in: home.folder.path)
        let reached = try home.store().cards().count(where: change.isDone)
        #expect(reached == before || reached == count, "seed 21, round \(round)")
        #expect(try home.integrity() == "ok", "seed 21, round \(round)")
      }
      #expect(try home.store().cards().count == count)
    }
  }
}
