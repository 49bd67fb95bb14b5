import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Glibc
import Testing

/// SIGKILL at random moments: whatever was acknowledged is there.
@Suite struct StudyKillTests {
  private func expectWhole(_ study: StudyHome, seed: UInt64) throws {
    let connection = try SQLiteConnection(path: study.path, access: .read)
    let check = try connection.prepare("pragma integrity_check")
    #expect(try check.step())
    #expect(check.text(0) == "ok", "seed \(seed)")
  }

  @Test("answers of a script that were reported survive kill -9 at any moment")
  func script() throws {
    let seed: UInt64 = 7
    var random = SeededRandom(seed: seed)
    try StudyHome.with(cards: 40) { study throws in
      let lines = (0..<400).map { index in
        let id: ReviewID = Identifier(high: 0x7000, low: 1 << 63 | UInt64(index))
        return "{\"card_id\":\"\(study.cards[index % 40])\",\"rating\":3,\"id\":\"\(id)\"}\n"
      }
      try study.home.folder.write(lines.joined(), to: "lines")
      let program = Executable.built("flash-study").path
      for _ in 0..<60 {
        // Line by line, so that each answer is reported by itself.
        let delay = Double.random(in: 0...0.25, using: &random)
        let script = """
          while read -r line; do printf '%s\\n' "$line"; done <lines 2>/dev/null \
          | "\(program)" answer - --json=review_id >out & sleep \(delay); kill -9 $!; wait
          """
        _ = try study.home.run(path: "/bin/bash", ["-c", script])
        let told = try study.home.folder.text(of: "out").split(
          separator: "\n", omittingEmptySubsequences: false
        ).dropLast()
        var stored: Set<String> = []
        try study.store().forEachLogEntry { entry in
          stored.insert("{\"review_id\":\"\(entry.id)\"}")
          return true
        }
        #expect(told.allSatisfy { stored.contains(String($0)) }, "seed \(seed)")
        try expectWhole(study, seed: seed)
      }
      // Sent once more, the rest is answered, and each once.
      #expect(
        try study.run("answer", "-", "-q", input: .text(lines.joined())).code == 0)
      var entries = 0
      try study.store().forEachLogEntry { _ in
        entries += 1
        return true
      }
      #expect(entries == 400)
    }
  }

  @Test("answers that two processes send at the same time count once each")
  func twoProcesses() throws {
    try StudyHome.with(cards: 20) { study throws in
      let lines = (0..<200).map { index in
        let id: ReviewID = Identifier(high: 0x7000, low: 1 << 63 | UInt64(index))
        return "{\"card_id\":\"\(study.cards[index % 20])\",\"rating\":3,\"id\":\"\(id)\"}\n"
      }
      try study.home.folder.write(lines.joined(), to: "lines")
      let program = Executable.built("flash-study").path
      let script = """
        "\(program)" answer - -q <lines & first=$!
        "\(program)" answer - -q <lines || exit 1
        wait $first
        """
      let outcome = try study.home.run(path: "/bin/bash", ["-c", script])
      #expect(outcome.code == 0, "\(outcome.errors)")
      var ids: [ReviewID] = []
      try study.store().forEachLogEntry { entry in
        ids.append(entry.id)
        return true
      }
      #expect(ids.count == 200)
      #expect(Set(ids).count == 200)
    }
  }

  @Test("kill -9 in a session loses at most the answer that is being given")
  func session() throws {
    let seed: UInt64 = 11
    var random = SeededRandom(seed: seed)
    try StudyHome.with(cards: 200) { study throws in
      var study = study
      study.home.environment["FLASH_CONFIG_COUNT"] = "1"
      study.home.environment["FLASH_CONFIG_KEY_0"] = "study.new"
      study.home.environment["FLASH_CONFIG_VALUE_0"] = "200"
      var answered = 0
      for _ in 0..<25 {
        let terminal = try study.terminal()
        let count = Int.random(in: 0...4, using: &random)
        for _ in 0..<count {
          let side = "\(answered)"
          try terminal.wait(for: "front \(side)") { $0.screen.lines.contains("front \(side)") }
          terminal.send(" ")
          try terminal.wait(for: "back \(side)") { $0.screen.lines.contains("back \(side)") }
          terminal.send("4")
          answered += 1
        }
        // The last one is being recorded, or the program is still starting.
        usleep(UInt32.random(in: 0...3_000, using: &random))
        terminal.signal(SIGKILL)
        #expect(try terminal.waitForEnd() == .signaled(SIGKILL))
        let store = try study.store()
        let reps = try study.cards.map { try store.card($0).card.scheduling.reps }
        let recorded = reps.count { $0 == 1 }
        #expect(recorded == answered || recorded == answered - (count > 0 ? 1 : 0), "seed \(seed)")
        #expect(reps.prefix(recorded).allSatisfy { $0 == 1 })
        try expectWhole(study, seed: seed)
        answered = recorded
      }
    }
  }
}

extension TestHome {
  fileprivate func run(path: String, _ arguments: [String]) throws -> ProcessOutcome {
    try Executable(path: path).run(arguments, environment: environment, in: folder.path)
  }
}
