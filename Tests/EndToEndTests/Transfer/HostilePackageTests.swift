import FlashTestSupport
import Testing

/// Containers that are made to do harm, through the program: each is refused with its class and 65,
/// and the collection, its media and the folder of temporary files are what they were.
@Suite struct HostilePackageTests {
  /// A home with cards, a picture, and a folder of temporary files of its own.
  private func withHome(_ body: (TestHome) throws -> Void) throws {
    try TestHome.with { home in
      var before = HostilePackage.sound
      before.notes[0].guid = "other"
      try home.folder.write(before.package(), to: "before.apkg")
      try home.folder.write("", to: "tmp/here")
      home.environment["TMPDIR"] = home.folder.path(of: "tmp")
      try home.given("flash-import", ["before.apkg"])
      try body(home)
    }
  }

  /// What a refusal must leave alone; where a collection is opened from is noted elsewhere.
  private func kept(in home: TestHome) throws -> [String: [UInt8]] {
    try home.folder.snapshot().filter {
      $0.key.hasPrefix(".local/share/") || $0.key.hasPrefix("tmp")
    }
  }

  private func check(_ outcome: ProcessOutcome, _ attack: HostilePackage) {
    #expect(outcome.code == 65, "\(outcome)")
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("\"code\":\"\(attack.code)\""), "\(outcome.errors)")
  }

  @Test(
    "what unpacks to a thousand times its size is refused in little memory and time",
    arguments: HostilePackage.bombs)
  func bomb(attack: HostilePackage) throws {
    try withHome { home in
      try home.folder.write(attack.bytes(), to: "x.\(attack.ending)")
      let before = try kept(in: home)
      let (outcome, peak) = try home.measured("flash-import", ["x.\(attack.ending)", "--json"])
      check(outcome, attack)
      #expect(try kept(in: home) == before)
      // A sanitizer has more for itself.
      if Sanitizer.current == nil { #expect(peak < 128 << 10, "\(peak) KiB") }
    }
  }

  @Test("cut anywhere, a package and a collection are refused, and nothing is changed")
  func cut() throws {
    try withHome { home in
      let before = try kept(in: home)
      var builder = HostilePackage.sound
      for (name, bytes) in [
        ("x.apkg", try builder.package()), ("x.anki2", try builder.collection()),
      ] {
        // Tests of the readers cut at every byte. Of fewer bytes nobody knows what they were.
        for end in Swift.stride(from: 17, to: bytes.count, by: bytes.count / 60) {
          try home.folder.write(Array(bytes[..<end]), to: name)
          let outcome = try home.run("flash-import", [name, "--json"])
          #expect(outcome.code == 65, "\(name), \(end): \(outcome)")
          #expect(outcome.output == "", "\(name), \(end)")
          #expect(try kept(in: home) == before, "\(name), \(end)")
        }
      }
      builder.notes[0].guid = "sound"
      try home.folder.write(builder.package(), to: "x.apkg")
      try home.given("flash-import", ["x.apkg"])
    }
  }

  @Test("what lies of itself, or leads elsewhere, is refused with its class and changes nothing")
  func refused() throws {
    try withHome { home in
      let before = try kept(in: home)
      for attack in HostilePackage.lies + HostilePackage.slips {
        try home.folder.write(attack.bytes(), to: "x.\(attack.ending)")
        check(
          try home.run("flash-import", ["x.\(attack.ending)", "--json"]), attack)
        #expect(try kept(in: home) == before, "\(attack.testDescription)")
      }
    }
  }
}
