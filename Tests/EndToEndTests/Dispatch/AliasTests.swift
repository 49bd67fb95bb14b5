import FlashTestSupport
import Testing

/// Rule 1.8 of the command-line contract.
@Suite("Aliases")
struct AliasTests {
  private func withAliases(_ text: String, _ body: (TestHome) throws -> Void) throws {
    try TestHome.with { home in
      try home.install("flash-show", "for a; do echo \"[$a]\"; done")
      try home.folder.write("[alias]\n\(text)\n", to: ".config/flash/config")
      try body(home)
    }
  }

  @Test("an alias is split like a shell's words, unexpanded, and arguments are appended")
  func words() throws {
    try withAliases("s = show 'a b' $HOME") { home in
      let outcome = try home.flash("s c")
      #expect(outcome.output == "[a b]\n[$HOME]\n[c]\n")
    }
  }

  @Test("an alias may lead to another and may set options")
  func chain() throws {
    try withAliases("a = -c x.y=1 b\nb = -C sub w\nw = \"!pwd; echo $FLASH_CONFIG_KEY_0;\"") {
      home in
      try home.folder.write("", to: "sub/file")
      #expect(try home.flash("a").output == home.folder.path(of: "sub") + "\nx.y\n")
    }
  }

  @Test("an exclamation mark hands the line to sh, the arguments with it")
  func shell() throws {
    try withAliases("e = !printf '%s.'\nf = \"!exit 5;\"") { home in
      let outcome = try home.run("flash", ["e", "a b", "c"])
      #expect(outcome.output == "a b.c.")
      #expect(try home.flash("f").code == 5)
    }
  }

  @Test("a loop is refused with its chain, 78")
  func loop() throws {
    try withAliases("a = b\nb = c -x\nc = a") { home in
      let outcome = try home.flash("a")
      #expect(outcome.code == 78)
      #expect(outcome.errors.hasPrefix("flash: alias loop: a -> b -> c -> a\n"))
    }
  }

  @Test("an alias that cannot be split is refused, 78")
  func broken() throws {
    try withAliases("a = show \\\"b") { home in
      let outcome = try home.flash("a")
      #expect(outcome.code == 78)
      #expect(outcome.errors == "flash: alias 'a': a quote is not closed in 'show \"b'\n")
    }
  }

  @Test("an alias to what does not exist is an unknown command under its own name")
  func unknown() throws {
    try withAliases("a = nonsense") { home in
      let outcome = try home.flash("a")
      #expect(outcome.code == 127)
      #expect(outcome.errors.hasPrefix("flash: 'nonsense' is not a flash command."))
    }
  }
}
