import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Signals at random moments of a session.
@Suite struct StudySignalTests {
  private static let seed: UInt64 = 23
  /// `make proof` takes more.
  private static let moments =
    ProcessInfo.processInfo.environment["FLASH_PROOF"] == nil ? 40 : 200

  @Test(
    "at any moment a signal gives the terminal back, keeps what was answered, and is passed on",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGPIPE])
  func anyMoment(number: Int32) throws {
    var random = SeededRandom(seed: StudySignalTests.seed &+ UInt64(number))
    try StudyHome.with(cards: 400) { study throws in
      var study = study
      study.home.environment["FLASH_CONFIG_COUNT"] = "1"
      study.home.environment["FLASH_CONFIG_KEY_0"] = "study.new"
      study.home.environment["FLASH_CONFIG_VALUE_0"] = "400"
      var answered = 0
      for moment in 0..<StudySignalTests.moments / 4 {
        let place = "seed \(StudySignalTests.seed), signal \(number), moment \(moment)"
        let terminal = try study.terminal()
        // In the first third the program is still starting.
        let keys = moment.isMultiple(of: 3) ? 0 : Int.random(in: 1...5, using: &random)
        try press(keys, in: terminal, from: answered)
        usleep(UInt32.random(in: 0...20_000, using: &random))
        terminal.signal(number)
        #expect(try terminal.waitForEnd() == .signaled(number), "\(place)")
        #expect(terminal.modes == terminal.firstModes, "\(place)")
        #expect(!terminal.screen.isAlternate, "\(place)")
        #expect(terminal.screen.isCursorVisible, "\(place)")
        let store = try study.store()
        let reps = try study.cards.map { try store.card($0).card.scheduling.reps }
        let recorded = reps.count { $0 == 1 }
        // The last key may still be on its way; all before it have had their effect.
        let given = answered + keys / 2
        #expect(recorded == given || (recorded == given - 1 && keys > 0), "\(place)")
        #expect(reps.prefix(recorded).allSatisfy { $0 == 1 }, "\(place)")
        #expect(
          try store.check(by: StudyHome.rules, at: StudyHome.now).findings == [], "\(place)")
        answered = recorded
      }
    }
  }

  /// Shows a back and rates it by turns, each once the one before has had its effect.
  private func press(_ count: Int, in terminal: PseudoTerminal, from first: Int) throws {
    for key in 0..<count {
      let side = (key.isMultiple(of: 2) ? "front " : "back ") + "\(first + key / 2)"
      try terminal.wait(for: side) { $0.screen.lines.contains(side) }
      terminal.send(key.isMultiple(of: 2) ? " " : "4")
    }
  }
}
