import FlashModel
import FlashTestSupport
import Testing

/// Rules 1.1 to 1.4 of the command-line contract: how a name becomes a program.
@Suite("Lookup of commands")
struct LookupTests {
  @Test("anyone's flash-NAME on PATH is a command; its arguments, code and process are its own")
  func plugin() throws {
    try TestHome.with { home in
      try home.install(
        "flash-hello", "echo \"$0\"; for a; do echo \"[$a]\"; done; echo e >&2; exit 7")
      let outcome = try home.run("flash", ["hello", "a b", "", "--help-me", "-h", "--"])
      #expect(
        outcome.output == home.folder.path(of: "bin/flash-hello")
          + "\n[a b]\n[]\n[--help-me]\n[-h]\n[--]\n")
      #expect(outcome.errors == "e\n")
      #expect(outcome.code == 7)
      try home.install("flash-die", "kill -TERM $$")
      #expect(try home.flash("die").status == .signaled(15))
    }
  }

  @Test("arguments that are not UTF-8 arrive as they are")
  func bytes() throws {
    try TestHome.with { home in
      try home.install("flash-bytes", "printf %s \"$1\" | od -An -tx1")
      let outcome = try Executable(path: "/bin/sh").run(
        ["-c", "exec \"$0\" bytes \"$(printf 'a\\377')\"", Executable.built("flash").path],
        environment: home.environment)
      #expect(outcome.output == " 61 ff\n")
    }
  }

  @Test("the exec path comes first: option, then variable; no plugin replaces what is there")
  func execPath() throws {
    try TestHome.with { home in
      try home.install("flash-x", "echo path")
      try home.folder.write(
        "#!/bin/sh\necho option \"$FLASH_EXEC_PATH\"\n", to: "o/flash-x", mode: 0o755)
      try home.folder.write("#!/bin/sh\necho variable\n", to: "v/flash-x", mode: 0o755)
      #expect(try home.flash("x").output == "path\n")
      home.environment["FLASH_EXEC_PATH"] = home.folder.path(of: "v")
      #expect(try home.flash("x").output == "variable\n")
      #expect(try home.flash("--exec-path=o x").output == "option \(home.folder.path(of: "o"))\n")
      #expect(
        try home.flash("--exec-path=o --exec-path").output == home.folder.path(of: "o") + "\n")
    }
  }

  @Test("an installed flash tells its commit, and any the schema and protocol it knows")
  func version() throws {
    try TestHome.with { home in
      let version = ["version", "--json=commit,store_schema,protocol"]
      let numbers =
        "\"store_schema\":\(Compatibility.storeSchema),\"protocol\":\(Compatibility.syncProtocol)"
      #expect(try home.run("flash", version).output == "{\"commit\":null,\(numbers)}\n")
      try home.folder.write("0123abc-dirty\n", to: "p/libexec/flash/commit")
      try home.folder.write("", to: "p/bin/empty")
      let copy = home.folder.path(of: "p/bin/flash")
      _ = try Executable(path: "/bin/cp").run([Executable.built("flash").path, copy])
      #expect(
        try Executable(path: copy).run(version, environment: home.environment).output
          == "{\"commit\":\"0123abc-dirty\",\(numbers)}\n")
    }
  }

  @Test("an installed flash finds its programs beside it, also through a symbolic link")
  func installed() throws {
    try TestHome.with { home in
      let flash = Executable.built("flash").path
      try home.folder.write("#!/bin/sh\necho shipped\n", to: "p/libexec/flash/flash-x", mode: 0o755)
      try home.folder.write("", to: "p/bin/empty")
      _ = try Executable(path: "/bin/cp").run([flash, home.folder.path(of: "p/bin/flash")])
      try home.folder.link("link", to: "p/bin/flash")
      let link = Executable(path: home.folder.path(of: "link"))
      let outcome = try link.run(["x"], environment: home.environment)
      #expect(outcome.output == "shipped\n", "\(outcome.errors)")
      let path = try link.run(["--exec-path"], environment: home.environment)
      #expect(path.output == home.folder.path(of: "p/libexec/flash") + "\n")
    }
  }

  @Test("built-in commands come before everything, aliases after everything")
  func order() throws {
    try TestHome.with { home in
      try home.install("flash-version", "echo no")
      try home.install("flash-hello", "echo plugin")
      #expect(try home.flash("version").output.hasPrefix("flash "))
      #expect(try home.flash("-c alias.hello=version hello").output == "plugin\n")
      #expect(try home.flash("-c alias.hi=hello hi").output == "plugin\n")
    }
  }

  @Test("an alias that ships stands for its program before PATH is searched")
  func shippedAlias() throws {
    try TestHome.with { home in
      try home.install("flash-undo", "echo path")
      try home.folder.write("#!/bin/sh\necho store \"$@\"\n", to: "o/flash-store", mode: 0o755)
      #expect(try home.flash("--exec-path=o undo -n").output == "store undo -n\n")
      #expect(try home.flash("--exec-path=empty undo").output == "path\n")
    }
  }

  @Test("empty and relative folders of PATH are not searched")
  func relativePath() throws {
    try TestHome.with { home in
      try home.folder.write("#!/bin/sh\n", to: "flash-here", mode: 0o755)
      home.environment["PATH"] = ":.:/usr/bin:/bin:"
      #expect(try home.flash("here").code == 127)
    }
  }

  @Test("a file that cannot be run is passed over; if there is no other, the code is 126")
  func notRunnable() throws {
    try TestHome.with { home in
      try home.install("flash-x", "echo x", mode: 0o644)
      let outcome = try home.flash("x")
      #expect(outcome.code == 126)
      #expect(
        outcome.errors.hasPrefix(
          "flash: cannot run '\(home.folder.path(of: "bin/flash-x"))': Permission denied\nhint: "))
      try home.folder.write("#!/bin/sh\necho second\n", to: "more/flash-x", mode: 0o755)
      home.environment["PATH", default: ""] += ":" + home.folder.path(of: "more")
      #expect(try home.flash("x").output == "second\n")
      try home.folder.write("#!/no/such/shell\n", to: "bin/flash-y", mode: 0o755)
      #expect(try home.flash("y").code == 126)
      try home.folder.write("", to: "bin/flash-z/file")
      #expect(try home.flash("z").code == 127)
    }
  }

  @Test("a plugin is told where its siblings are, the version and the settings of the line")
  func environment() throws {
    try TestHome.with { home in
      try home.install("flash-env", "env | grep ^FLASH_ | sort")
      home.environment["FLASH_EXEC_PATH"] = "/e"
      home.environment["FLASH_CONFIG_COUNT"] = "1"
      home.environment["FLASH_CONFIG_KEY_0"] = "store.path"
      home.environment["FLASH_CONFIG_VALUE_0"] = "weaker"
      home.environment["FLASH_NOW"] = nil
      let line = "-c study.new=0 -c study.fuzz --store s.db --no-input --no-pager --color=never env"
      #expect(
        try home.flash(line).output == """
          FLASH_CONFIG_COUNT=4
          FLASH_CONFIG_KEY_0=study.new
          FLASH_CONFIG_KEY_1=study.fuzz
          FLASH_CONFIG_KEY_2=core.pager
          FLASH_CONFIG_KEY_3=color.ui
          FLASH_CONFIG_VALUE_0=0
          FLASH_CONFIG_VALUE_2=
          FLASH_CONFIG_VALUE_3=never
          FLASH_DISPATCH_VERSION=0.1.0
          FLASH_EXEC_PATH=/e
          FLASH_PROMPT_DISABLED=1
          FLASH_STORE=s.db

          """)
    }
  }

  @Test("-C changes the folder, each relative to the one before; one that is not there is 66")
  func changeFolder() throws {
    try TestHome.with { home in
      try home.install("flash-where", "pwd")
      try home.folder.write("", to: "a/b/file")
      #expect(try home.flash("-C a -Cb where").output == home.folder.path(of: "a/b") + "\n")
      let missing = try home.flash("-C nowhere where")
      #expect(missing.code == 66)
      #expect(
        missing.errors == "flash: cannot change to 'nowhere': No such file or directory\n")
    }
  }

  @Test("with nothing in the environment but HOME and PATH everything works")
  func bareEnvironment() throws {
    try TestHome.with { home in
      try home.install("flash-hello", "echo hello")
      let path = home.environment["PATH"] ?? ""
      home.environment = ["HOME": home.folder.path, "PATH": path]
      #expect(try home.flash("hello").output == "hello\n")
      home.environment = [:]
      #expect(try home.flash("version").code == 0)
      #expect(try home.flash("hello").code == 127)
    }
  }

  @Test("a broken file of settings is in no plugin's way, and fails what needs it with its line")
  func brokenSettings() throws {
    try TestHome.with { home in
      try home.install("flash-hello", "echo hello")
      try home.folder.write("[alias]\nx = study\n?\n", to: ".config/flash/config")
      #expect(try home.flash("hello").output == "hello\n")
      let outcome = try home.flash("x")
      #expect(outcome.code == 78)
      let place = home.folder.path(of: ".config/flash/config")
      #expect(outcome.errors == "flash: \(place):3: expected a [section] or a name\n")
    }
  }
}
