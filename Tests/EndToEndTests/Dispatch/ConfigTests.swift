import FlashTestSupport
import Testing

/// Rule 7 of the command-line contract, through `flash config`.
@Suite("flash config")
struct ConfigTests {
  @Test("set, get, list and unset go through one file, whose comments stay")
  func file() throws {
    try TestHome.with { (home) throws in
      try home.folder.write("# mine\n[study]\n\tnew = 5 ; few\n", to: ".config/flash/config")
      #expect(try home.flash("config set study.new 7").output == "")
      #expect(try home.flash("config set alias.v 3").code == 0)
      #expect(
        try home.folder.text(of: ".config/flash/config")
          == "# mine\n[study]\n\tnew = 7 ; few\n[alias]\n\tv = 3\n")
      #expect(try home.folder.mode(of: ".config/flash/config") == 0o600)
      #expect(try home.flash("config get study.new").output == "7\n")
      #expect(try home.flash("config list").output == "alias.v=3\nstudy.new=7\n")
      #expect(try home.flash("config unset alias.v").code == 0)
      #expect(try home.flash("config unset alias.v").code == 1)
      #expect(
        try home.folder.text(of: ".config/flash/config") == "# mine\n[study]\n\tnew = 7 ; few\n")
    }
  }

  @Test("a time zone that is not there is not set, for no command would run any more")
  func zone() throws {
    try TestHome.with { (home) throws in
      let refused = try home.flash("config set study.timezone Nope/X")
      #expect(refused.code == 64)
      #expect(refused.errors.contains("study.timezone"))
      #expect(try home.flash("config get study.timezone").code == 1)
      #expect(try home.flash("config set study.timezone UTC").code == 0)
    }
  }

  @Test("quiet hours that no day has are not set; none are")
  func quietHours() throws {
    try TestHome.with { home in
      let refused = try home.flash("config set remind.quiet-hours 25-1")
      #expect(refused.code == 64)
      #expect(refused.errors.contains("remind.quiet-hours: expected hours such as 22-8"))
      #expect(try home.flash("config get remind.quiet-hours").code == 1)
      #expect(try home.flash("config set remind.quiet-hours 22-7:30").code == 0)
      #expect(try home.run("flash", ["config", "set", "remind.quiet-hours", ""]).code == 0)
    }
  }

  @Test("origins and JSON tell where a value comes from")
  func origins() throws {
    try TestHome.with { (home) throws in
      try home.folder.write("[study]\nnew = 5\n", to: ".config/flash/config")
      try home.folder.write("[color]\nui = never\n", to: "etc/xdg/flash/config")
      home.environment["FLASH_STORE"] = "/s.db"
      let folder = home.folder.path
      let list = try home.flash("-c study.fuzz=false config list --show-origin")
      #expect(
        list.output == """
          \(folder)/etc/xdg/flash/config:2\tcolor.ui=never
          FLASH_STORE\tstore.path=/s.db
          -c\tstudy.fuzz=false
          \(folder)/.config/flash/config:2\tstudy.new=5

          """)
      #expect(
        try home.flash("config get study.rollover --json").output
          == "{\"key\":\"study.rollover\",\"value\":\"4\",\"origin\":\"default\"}\n")
      let defaults = try home.flash("config list --defaults").output.split(separator: "\n")
      #expect(defaults.count > 10)
      #expect(
        try home.flash("config list --json=value --defaults").output.split(separator: "\n").count
          == defaults.count)
      #expect(try home.flash("--store t.db config get store.path").output == "t.db\n")
      #expect(try home.flash("config list -0").output.contains("color.ui=never\0store"))
    }
  }

  @Test(
    "what is not there or not allowed has its code",
    arguments: [
      ("config get alias.none", 1, ""),
      ("config get study", 64, "flash: not a setting's name: 'study'\n"),
      (
        "config set study.rollover 24", 64,
        "flash: study.rollover: expected a number from 0 to 23, not '24'\n"
      ),
      (
        "config set study.rolover 4", 64,
        "flash: no such setting: 'study.rolover'\nhint: did you mean 'study.rollover'?\n"
      ),
      (
        "-c study.rollover=x config get study.rollover", 78,
        "flash: -c: study.rollover: expected a number from 0 to 23, not 'x'\n"
      ),
      ("config", 64, "flash: 'flash config' needs a subcommand\nhint: see 'flash config -h'\n"),
    ])
  func failures(line: String, code: Int32, errors: String) throws {
    try TestHome.with { (home) throws in
      let outcome = try home.flash(line)
      #expect(outcome.code == code)
      #expect(outcome.errors.hasPrefix(errors), "\(outcome.errors)")
      #expect(outcome.output == "")
    }
  }

  @Test("a dry run changes nothing and makes nothing")
  func dryRun() throws {
    try TestHome.with { (home) throws in
      #expect(try home.flash("config set -n study.new 3").code == 0)
      #expect(try home.flash("config set -n study.new x").code == 64)
      #expect(try home.folder.names(in: ".").isEmpty)
    }
  }

  @Test("a home that cannot be written is an error, 74")
  func unwritable() throws {
    try TestHome.with { (home) throws in
      home.environment["XDG_CONFIG_HOME"] = "/proc/nowhere"
      let outcome = try home.flash("config set study.new 3")
      #expect(outcome.code == 74)
      #expect(outcome.errors.hasPrefix("flash: /proc/nowhere/flash/config: cannot write: "))
      home.environment = [:]
      #expect(try home.flash("config set study.new 3").code == 78)
    }
  }
}
