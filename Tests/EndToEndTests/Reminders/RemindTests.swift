import FlashStore
import FlashTestSupport
import Testing

/// Rule 9.4 of the command-line contract.
@Suite("Reminders")
struct RemindTests {
  /// Writes down its arguments, one a line, and `--` behind each call.
  private static let noting = "printf '%s\\n' \"$@\" ---- >>\"$HOME/notified\""

  private func withNotifier(
    due: Int = 2, _ script: String = noting, _ body: (inout StudyHome) throws -> Void
  ) throws {
    try TestHome.with { home in
      try home.install("notify-send", script)
      home.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
      var study = try StudyHome(home, cards: 3, due: due)
      try body(&study)
    }
  }

  private func notified(_ study: StudyHome) throws -> [String] {
    try study.home.folder.text(of: "notified").split(separator: "\n").map(String.init)
  }

  @Test("a notification tells once a day what waits, and standard output stays empty")
  func once() throws {
    try withNotifier { (study) throws in
      for day in ["2026-11-30T12:00:00Z", "2026-11-30T20:00:00Z", "2026-12-01T03:00:00Z"] {
        study.home.environment["FLASH_NOW"] = day
        let outcome = try study.run("remind")
        #expect(outcome == ProcessOutcome(status: .exited(0), outputBytes: [], errorBytes: []))
      }
      let call = ["--app-name=flash", "--", "3 cards to study", "Spanish 3", "----"]
      #expect(try notified(study) == call)
      study.home.environment["FLASH_NOW"] = "2026-12-01T05:00:00Z"
      _ = try study.run("remind")
      #expect(try notified(study) == call + call)
      _ = try study.run("remind", "--force")
      #expect(try notified(study) == call + call + call)
    }
  }

  @Test("without a session bus the line is printed, once a day, for cron to mail")
  func line() throws {
    try withNotifier { (study) throws in
      study.home.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
      study.home.environment["XDG_RUNTIME_DIR"] = study.home.folder.path
      #expect(try study.run("remind").output == "3 cards to study: Spanish 3\n")
      #expect(try study.run("remind").output == "")
      #expect(
        try study.run("remind", "--json").output == """
          {"deck":"Spanish","due_count":3,"notified":false,"via":null}

          """)
    }
  }

  @Test("with only what cron gives it works, and without a home it says what is missing")
  func cron() throws {
    try withNotifier { (study) throws in
      study.home.environment = [
        "HOME": study.home.folder.path, "PATH": "/usr/bin:/bin", "FLASH_NOW": TestHome.now,
        "XDG_RUNTIME_DIR": study.home.folder.path,
      ]
      #expect(try study.run("remind").output == "3 cards to study: Spanish 3\n")
      study.home.environment["HOME"] = nil
      let outcome = try study.run("remind")
      #expect(outcome.code == 78)
      #expect(outcome.errors.hasPrefix("flash-study: HOME is not set to an absolute path\n"))
    }
  }

  @Test("nothing due, too little, quiet hours: silent, and it can still be told later")
  func silent() throws {
    try withNotifier { (study) throws in
      for arguments in [["--at-least=4"], ["--quiet-hours=11-13"], ["-q", "--via=print"]] {
        let outcome = try study.home.run("flash-study", ["remind", "--via=print"] + arguments)
        #expect(outcome == ProcessOutcome(status: .exited(0), outputBytes: [], errorBytes: []))
      }
      let settings = try study.home.run(
        "flash",
        ["-c", "remind.quiet-hours=22-13", "-c", "remind.via=print", "study", "remind"])
      #expect(settings.output + settings.errors == "")
      #expect(try study.run("remind", "--via=print").output == "3 cards to study: Spanish 3\n")
      study.home.environment["FLASH_NOW"] = "2026-09-30T12:00:00Z"
      let store = try study.store(for: .writing)
      var edit = CardEdit()
      edit.isSuspended = true
      try store.editCards(study.cards, edit, label: "test", at: StudyHome.now)
      store.close()
      #expect(try study.run("remind", "-f").output == "")
    }
  }

  @Test("a dry run tells, and remembers nothing")
  func dryRun() throws {
    try withNotifier { (study) throws in
      for _ in 0..<2 {
        #expect(try study.run("remind", "-n").output == "3 cards to study: Spanish 3\n")
      }
      let json = try study.run("remind", "-n", "--json")
      #expect(
        json.output == """
          {"deck":"Spanish","due_count":3,"notified":false,"via":"notify-send"}

          """)
      #expect(throws: (any Error).self) { try notified(study) }
    }
  }

  @Test("what notify-send says when it fails is passed on, and the line is printed instead")
  func failing() throws {
    try withNotifier("echo cannot reach the bus >&2; exit 1") { (study) throws in
      let insisting = try study.run("remind", "--via=notify")
      #expect(insisting.code == 69)
      #expect(insisting.output == "")
      #expect(
        insisting.errors == """
          flash-study: 'notify-send --app-name=flash -- 3 cards to study Spanish 3' ended with code \
          1: cannot reach the bus

          """)
      let outcome = try study.run("remind")
      #expect(outcome.code == 0)
      #expect(outcome.output == "3 cards to study: Spanish 3\n")
      #expect(outcome.errors.contains("warning: 'notify-send"))
      #expect(outcome.errors.hasSuffix("cannot reach the bus\n"))
    }
  }

  @Test("a notification that is asked for and cannot be had is 69")
  func missing() throws {
    try StudyHome.with(due: 1) { (study) throws in
      var study = study
      study.home.environment["XDG_RUNTIME_DIR"] = study.home.folder.path
      let outcome = try study.run("remind", "--via=notify")
      #expect(outcome.code == 69)
      #expect(outcome.errors.hasPrefix("flash-study: there is nothing here that shows"))
    }
  }

  @Test("a wrong setting is told with its place")
  func badSetting() throws {
    try withNotifier { (study) throws in
      try study.home.folder.write("[remind]\nquiet-hours = x\n", to: ".config/flash/config")
      let outcome = try study.run("remind")
      #expect(outcome.code == 78)
      #expect(outcome.errors.contains("config:2: remind.quiet-hours: expected hours such as 22-8"))
    }
  }

  @Test("of several at the same time one tells")
  func together() async throws {
    try await TemporaryFolder.with { folder in
      var home = TestHome(in: folder)
      home.environment["XDG_RUNTIME_DIR"] = folder.path
      let study = try StudyHome(home, cards: 3, due: 1)
      let lines = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<4 { group.addTask { try study.run("remind").output } }
        return try await group.reduce(into: "") { $0 += $1 }
      }
      #expect(lines == "3 cards to study: Spanish 3\n")
    }
  }
}
