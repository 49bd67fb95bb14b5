import FlashTestSupport
import Testing

/// Rule 9.3 of the command-line contract, for reminders.
@Suite("Scheduled reminders")
struct RemindScheduleTests {
  /// A crontab in the home.
  private static let crontab = """
    case $1 in
    -l) [ -f "$HOME/crontab" ] || { echo "no crontab for $(id -un)" >&2; exit 1; }; cat "$HOME/crontab" ;;
    -r) rm "$HOME/crontab" ;;
    -) cat >"$HOME/crontab" ;;
    esac
    """
  /// A manager that answers, and notes what it is told.
  private static let systemctl = "echo \"$*\" >>\"$HOME/asked\"; [ \"$2\" != is-active ]"
  private static let broken = "echo Failed to connect to bus: No medium found >&2; exit 1"

  private func withTools(
    _ tools: [(String, String)], _ body: (inout TestHome) throws -> Void
  ) throws {
    try TestHome.with { (home) throws in
      // Neither the machine's cron nor its systemd.
      try home.install("true", "")
      home.environment["PATH"] = home.folder.path(of: "bin")
      for (name, script) in tools {
        try home.folder.write(
          "#!/bin/sh\nPATH=/usr/bin:/bin\n\(script)\n", to: "bin/\(name)", mode: 0o755)
      }
      try body(&home)
    }
  }

  private func schedule(_ arguments: [String], in home: TestHome) throws -> ProcessOutcome {
    try home.run("flash-study", ["remind", "schedule"] + arguments)
  }

  private let line = "\(Executable.resolved("flash-study")) remind # flash-remind\n"

  @Test("a crontab gets a line of ours, once, and comes back byte for byte")
  func cron() throws {
    try withTools([("systemctl", Self.broken), ("crontab", Self.crontab)]) { (home) throws in
      let before = "MAILTO=me\n# mine\n0 1 * * * backup 100\\%\n"
      try home.folder.write(before, to: "crontab")
      #expect(try schedule([], in: home).output == "reminds at 09:00, by cron\n")
      #expect(try home.folder.text(of: "crontab") == before + "0 9 * * * \(line)")
      #expect(try schedule([], in: home).output == "reminds already at 09:00, by cron\n")
      #expect(try schedule(["8:00", "20:00"], in: home).code == 0)
      #expect(try home.folder.text(of: "crontab") == before + "0 8,20 * * * \(line)")
      #expect(try schedule(["--remove"], in: home).output == "no more reminders\n")
      #expect(try home.folder.text(of: "crontab") == before)
      #expect(
        try schedule(["--remove"], in: home).output == "there was no reminder to remove\n")
    }
  }

  @Test("whoever had no crontab has none afterwards")
  func noCrontab() throws {
    try withTools([("crontab", Self.crontab)]) { (home) throws in
      #expect(try schedule(["2h"], in: home).output == "reminds every 2 hours, by cron\n")
      #expect(try home.folder.text(of: "crontab") == "0 */2 * * * \(line)")
      #expect(try schedule(["--remove"], in: home).code == 0)
      #expect(try home.folder.names(in: ".").contains("crontab") == false)
    }
  }

  @Test("a dry run shows what would be written, and writes nothing")
  func dryRun() throws {
    try withTools([("crontab", Self.crontab)]) { (home) throws in
      #expect(try schedule(["-n"], in: home).output == "crontab:\n  0 9 * * * \(line)")
      #expect(try home.folder.names(in: ".") == ["bin"])
      #expect(
        try schedule(["-n", "30m", "--json"], in: home).output == """
          {"kind":"cron","path":null,"times":[],"every_s":1800,\
          "next_run_at":"2026-11-30T12:30:00Z"}

          """)
    }
  }

  @Test("a timer is written, switched on and started; removing it leaves nothing")
  func timer() throws {
    try withTools([("systemctl", Self.systemctl), ("crontab", Self.crontab)]) { (home) throws in
      let units = ".config/systemd/user"
      try home.folder.write("0 1 * * * x\n0 9 * * * \(line)", to: "crontab")
      try home.folder.write("theirs", to: "\(units)/other.timer")
      let outcome = try schedule(["9:00"], in: home)
      #expect(
        outcome.output == """
          reminds at 09:00, by a systemd timer
          while you are signed in; 'loginctl enable-linger' makes it always

          """)
      #expect(
        try home.folder.text(of: "\(units)/flash-remind.timer").contains(
          "\nOnCalendar=*-*-* 09:00:00\n"))
      #expect(
        try home.folder.text(of: "\(units)/flash-remind.service").contains(
          "\nExecStart=\(Executable.resolved("flash-study")) remind\n"))
      // What cron did before, it does no more.
      #expect(try home.folder.text(of: "crontab") == "0 1 * * * x\n")
      #expect(
        try home.folder.text(of: "asked").split(separator: "\n") == [
          "--user show-environment", "--user is-active flash-remind.timer",
          "--user daemon-reload", "--user enable flash-remind.timer",
          "--user restart flash-remind.timer",
        ])
      #expect(try schedule(["--remove"], in: home).output == "no more reminders\n")
      #expect(try home.folder.names(in: units) == ["other.timer"])
    }
  }

  @Test("a unit that is not ours is left alone")
  func notOurs() throws {
    try withTools([("systemctl", Self.systemctl)]) { (home) throws in
      let path = ".config/systemd/user/flash-remind.timer"
      try home.folder.write("[Timer]\n", to: path)
      let outcome = try schedule([], in: home)
      #expect(outcome.code == 73)
      #expect(
        outcome.errors.hasPrefix("flash-study: '\(home.folder.path(of: path))' was not written by"))
      #expect(try schedule(["--remove"], in: home).output == "there was no reminder to remove\n")
      #expect(try home.folder.text(of: path) == "[Timer]\n")
    }
  }

  @Test("what systemctl and crontab say when they fail is passed on, and nothing is left behind")
  func failures() throws {
    let refusing = "case $2 in enable) echo Access denied >&2; exit 4 ;; esac; exit 0"
    try withTools([("systemctl", refusing)]) { (home) throws in
      let outcome = try schedule([], in: home)
      #expect(outcome.code == 69)
      #expect(
        outcome.errors == """
          flash-study: 'systemctl --user enable flash-remind.timer' ended with code 4: Access denied

          """)
      #expect(try home.folder.names(in: ".config/systemd/user") == [])
    }
    try withTools([("crontab", "echo You may not use this >&2; exit 1")]) { (home) throws in
      let outcome = try schedule([], in: home)
      #expect(outcome.code == 69)
      #expect(
        outcome.errors
          == "flash-study: 'crontab -l' ended with code 1: You may not use this\n")
    }
    let full = "case $1 in -l) echo '0 1 * * * x' ;; *) echo disk full >&2; exit 1 ;; esac"
    try withTools([("crontab", full)]) { (home) throws in
      #expect(
        try schedule([], in: home).errors
          == "flash-study: 'crontab -' ended with code 1: disk full\n")
    }
  }

  @Test("without systemd and cron, or without the one that is asked for, it is 69")
  func none() throws {
    try withTools([]) { (home) throws in
      let outcome = try schedule([], in: home)
      #expect(outcome.code == 69)
      #expect(
        outcome.errors.hasPrefix("flash-study: neither systemd nor cron is there for this user\n"))
      #expect(try schedule(["--kind=cron"], in: home).code == 69)
    }
    try withTools([("systemctl", Self.broken), ("crontab", Self.crontab)]) { (home) throws in
      let outcome = try schedule(["--kind=systemd"], in: home)
      #expect(outcome.code == 69)
      #expect(outcome.errors.hasSuffix("Failed to connect to bus: No medium found\n"))
    }
  }

  @Test("the line works as cron runs it: a shell, and nothing but HOME and PATH")
  func run() throws {
    try withTools([("crontab", Self.crontab)]) { (home) throws in
      let study = try StudyHome(home, cards: 3, due: 1)
      _ = try schedule(["-d", "spanish", "--store", study.path], in: home)
      let table = try home.folder.text(of: "crontab")
      let command = String(table.split(separator: " ", maxSplits: 5)[5])
      let outcome = try Executable(path: "/bin/sh").run(
        ["-c", command],
        environment: [
          "HOME": home.folder.path, "PATH": "/usr/bin:/bin", "FLASH_NOW": TestHome.now,
          "XDG_RUNTIME_DIR": home.folder.path,
        ])
      #expect(outcome.output == "3 cards to study: Spanish 3\n")
      #expect(outcome.errors == "")
    }
  }

  @Test("a deck that is not there is told at once")
  func noDeck() throws {
    try withTools([("crontab", Self.crontab)]) { (home) throws in
      let study = try StudyHome(home)
      let outcome = try schedule(["-d", "Greek", "--store", study.path], in: home)
      #expect(outcome.code == 66)
    }
  }
}
