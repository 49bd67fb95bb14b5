import FlashModel
import FlashStore
import FlashTestSupport
import Glibc
import Testing

/// Bad input, bad places and sudden death.
@Suite struct ImportFaultTests {
  @Test("a field of 50 MB is skipped, and what stands around it imported, in little memory")
  func hugeField() throws {
    try TestHome.with { home in
      var bytes = Array("a,1\nb,\"".utf8)
      bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 50_000_000)
      bytes += Array("\"\nc,3\n".utf8)
      try home.folder.write(bytes, to: "x.csv")
      let outcome = try home.run("flash-import", ["x.csv"])
      #expect(outcome.code == 3)
      #expect(outcome.errors == "flash-import: warning: x.csv:2: record longer than 8 MiB\n")
      #expect(try home.cards() == ["x: a = 1", "x: c = 3"])
    }
  }

  @Test("100,000 columns are one bad row")
  func manyColumns() throws {
    try TestHome.with { home in
      let row = String(repeating: "x,", count: 100_000)
      try home.folder.write("a,1\n\(row)\nc,3\n", to: "x.csv")
      let outcome = try home.run("flash-import", ["x.csv"])
      #expect(outcome.code == 3)
      #expect(outcome.errors == "flash-import: warning: x.csv:2: more than 1,000 columns\n")
      #expect(try home.cards().count == 2)
    }
  }

  @Test("a file cut anywhere is refused as a whole or read as what it is", arguments: 0..<16)
  func truncated(part: Int) throws {
    try TestHome.with { home in
      let whole = try Fixture.bytes("import/delimited/utf16le-bom.csv")
      try home.folder.write(Array(whole[..<(whole.count * part / 16)]), to: "x.csv")
      let outcome = try home.run("flash-import", ["x.csv"])
      #expect([0, 3, 65].contains(outcome.code), "\(outcome)")
      if outcome.code == 65 { #expect(try home.cards() == []) }
    }
  }

  @Test("a name that is too long is a bad row")
  func longNames() throws {
    try TestHome.with { home in
      let long = String(repeating: "n", count: 300)
      try home.folder.write(
        "deck,front,back,tags\n\(long),a,1,\nD,b,2,\(long)\nD,c,3,t\n", to: "x.csv")
      let outcome = try home.run("flash-import", ["x.csv"])
      #expect(outcome.code == 3)
      #expect(try home.cards() == ["D: c = 3 #t"])
    }
  }

  @Test("killed at any moment, an import is there as a whole or not at all")
  func killed() throws {
    try TestHome.with { home in
      let rows = 1_200
      try home.folder.write(
        (0..<rows).map { "front \($0),back \($0)\n" }.joined(), to: "x.csv")
      let clock = ContinuousClock()
      let whole = try clock.measure { _ = try home.run("flash-import", ["--store=0.db", "x.csv"]) }
      var random = SeededRandom(seed: 8)
      var outcomes: Set<Int> = []
      for round in 1...40 {
        let moment =
          Double(whole.components.attoseconds) / 1e18
          * Double.random(in: 0.02...1.1, using: &random)
        let path = home.folder.path(of: "\(round).db")
        _ = try Executable(path: "/usr/bin/timeout").run(
          [
            "-s", "KILL", "\(moment)", Executable.built("flash-import").path, "--store", path,
            "x.csv",
          ],
          environment: home.environment, in: home.folder.path)
        let count = try home.store(path).cards().count
        #expect(count == 0 || count == rows, "seed 8, round \(round)")
        #expect(try home.integrity(path) == "ok", "seed 8, round \(round)")
        outcomes.insert(count)
        try home.given("flash-import", ["--store", path, "x.csv"])
        #expect(try home.store(path).cards().count == rows, "seed 8, round \(round)")
      }
    }
  }

  @Test("^C ends an import with 130, and nothing of it stays")
  func interrupted() throws {
    try TestHome.with { home in
      try home.folder.write((0..<200_000).map { "f\($0),b\n" }.joined(), to: "x.csv")
      let outcome = try Executable(path: "/usr/bin/timeout").run(
        ["--foreground", "-s", "INT", "0.7", Executable.built("flash-import").path, "x.csv"],
        environment: home.environment, in: home.folder.path)
      #expect(outcome.code == 124)
      #expect(try home.cards() == [])
    }
  }

  private static let isRoot = geteuid() == 0

  /// Runs a script with mounts of its own.
  private func withMounts(_ script: String, in home: TestHome) throws -> ProcessOutcome {
    try Executable(path: "/usr/bin/unshare").run(
      ["-m", "/bin/sh", "-c", script], environment: home.environment, in: home.folder.path)
  }

  @Test("a full disk is told, 74, and nothing is changed", .enabled(if: isRoot))
  func fullDisk() throws {
    try TestHome.with { home in
      try home.folder.write("a,1\n", to: "small.csv")
      try home.folder.write((0..<20_000).map { "front \($0),back \($0)\n" }.joined(), to: "x.csv")
      try home.folder.write("", to: "disk/here")
      let program = Executable.built("flash-import").path
      let outcome = try withMounts(
        """
        mount -t tmpfs -o size=1m none disk || exit 99
        \(program) --store disk/c.db small.csv || exit 98
        \(program) --store disk/c.db x.csv; echo $?
        cp disk/c.db* .
        """, in: home)
      #expect(outcome.output == "small.csv: 1 card added, 1 new deck\n74\n")
      #expect(outcome.errors.hasPrefix("flash-import: no space left to write 'disk/c.db'"))
      #expect(try home.cards(home.folder.path(of: "c.db")) == ["small: a = 1"])
      #expect(try home.integrity(home.folder.path(of: "c.db")) == "ok")
    }
  }

  @Test("a read-only place is told, 77; a dry run works there", .enabled(if: isRoot))
  func readOnly() throws {
    try TestHome.with { home in
      try home.folder.write("a,1\n", to: "x.csv")
      try home.folder.write("", to: "place/here")
      let program = Executable.built("flash-import").path
      let outcome = try withMounts(
        """
        \(program) -q --store place/c.db x.csv || exit 99
        mount --bind place place && mount -o remount,bind,ro place || exit 98
        echo b,2 >y.csv
        \(program) --store place/c.db y.csv; echo $?
        \(program) -n --store place/c.db -q y.csv; echo $?
        """, in: home)
      #expect(outcome.output == "77\n0\n")
      #expect(outcome.errors == "flash-import: 'place/c.db' is read-only\n")
    }
  }
}
