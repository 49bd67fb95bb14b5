import FlashModel
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Real disks that are full or read-only, in a mount name space of their own.
@Suite(.enabled(if: getuid() == 0, "only root can mount"))
struct BadDiskTests {
  /// Runs a script in which `.local` may become a file system of its own.
  private func run(_ script: String, in home: TestHome) throws -> ProcessOutcome {
    var home = home
    home.environment["PATH"] = Executable.productFolder + ":/usr/sbin:/usr/bin:/sbin:/bin"
    return try Executable(path: "/usr/bin/unshare").run(
      ["-m", "sh", "-c", "set -u; cd \"$HOME\"\n" + script], environment: home.environment)
  }

  @Test("on a full disk a command says so, 74, and goes on where it was once there is room")
  func full() throws {
    try TestHome.with { home in
      try home.folder.write("", to: ".local/keep")
      let rows = (0..<20_000).map { "front \($0),back \($0)\n" }.joined()
      try home.folder.write(rows, to: "x.csv")
      let outcome = try run(
        """
        mount -t tmpfs -o size=2m tmpfs .local || exit 99
        flash-deck add Small >out || exit 98
        flash-import -q x.csv; echo "import $?"
        flash-store check -q; echo "check $?"
        flash-deck list --template '{name} {card_count}'
        flash-store backup -q; echo "backup $?"
        ls .local/share/flash/backups
        mount -o remount,size=32m .local || exit 97
        flash-import -q x.csv; echo "import $?"
        flash-store backup -q; echo "backup $?"
        flash-deck list --template '{name} {card_count}'
        """, in: home)
      #expect(
        outcome.output == """
          import 74
          check 0
          Small 0
          backup 0
          collection-20261130T120000Z.db
          import 0
          backup 0
          Small 0
          x 20000

          """, "\(outcome)")
      #expect(outcome.errors.contains("no space left"))
      #expect(outcome.code == 0)
    }
  }

  @Test("a backup that does not fit leaves the old one and no half of a new one")
  func fullBackup() throws {
    try TestHome.with { home in
      let rows = (0..<8_000).map { "front \($0),back \($0)\n" }.joined()
      try home.folder.write(rows, to: "x.csv")
      let outcome = try run(
        """
        flash-import -q x.csv || exit 98
        mkdir small && mount -t tmpfs -o size=600k tmpfs small || exit 99
        echo old >small/copy.db
        flash-store backup -f small/copy.db; echo "backup $?"
        cat small/copy.db; ls small
        """, in: home)
      #expect(outcome.output == "backup 74\nold\ncopy.db\n", "\(outcome)")
      #expect(outcome.errors.contains("no space left"))
    }
  }

  @Test("a read-only disk is read, and a change refused, 77")
  func readOnly() throws {
    try TestHome.with { home in
      try home.given("flash-deck", ["add", "Spanish"])
      let outcome = try run(
        """
        mount --bind .local .local && mount -o remount,bind,ro .local || exit 99
        flash-deck list --template '{name}'; echo "list $?"
        flash-store check -q; echo "check $?"
        flash-store info --template '{schema}'
        flash-study due --count; echo "due $?"
        flash-deck add French; echo "add $?"
        flash-store undo; echo "undo $?"
        flash-store backup -q copy.db; echo "backup $?"
        """, in: home)
      #expect(
        outcome.output == """
          Spanish
          list 0
          check 0
          \(Store.newestSchema)
          0
          due 0
          add 77
          undo 77
          backup 0

          """, "\(outcome)")
      #expect(outcome.errors.contains("is read-only"))
      let copy = try Store(
        path: home.folder.path(of: "copy.db"), for: .reading, at: testNow,
        random: SystemRandomNumberGenerator())
      #expect(try copy.decks().map(\.title) == ["Spanish"])
    }
  }

  @Test("what is no file is no collection, 65")
  func device() throws {
    try TestHome.with { home in
      for path in ["/dev/null", "/dev/zero", home.folder.path] {
        for arguments in [
          ["flash-deck", "list"], ["flash-deck", "add", "x"], ["flash-study", "due"],
        ] {
          let outcome = try home.run(arguments[0], ["--store", path] + arguments.dropFirst())
          #expect(outcome.code == 65, "\(arguments): \(outcome)")
          #expect(outcome.errors.contains("'\(path)' is not a database"))
        }
      }
    }
  }

  @Test("a damaged collection is told as such, 65, by every command, and is not changed")
  func damaged() throws {
    try TestHome.with { home in
      try home.given("flash-deck", ["add", "Spanish"])
      var bytes = try home.folder.bytes(of: ".local/share/flash/collection.db")
      for index in 0..<4_096 { bytes[index] = 0x41 }
      try home.folder.write(bytes, to: ".local/share/flash/collection.db")
      for (program, arguments) in [
        ("flash-deck", ["list"]), ("flash-deck", ["add", "x"]), ("flash-card", ["list"]),
        ("flash-study", ["due"]), ("flash-store", ["check"]), ("flash-store", ["info"]),
        ("flash-store", ["backup"]), ("flash-store", ["undo"]), ("flash-export", ["-o", "-"]),
      ] {
        let outcome = try home.run(program, arguments)
        #expect(outcome.code == 65, "\(program) \(arguments): \(outcome)")
        #expect(outcome.errors.contains("collection.db' is not a database"))
      }
      #expect(try home.folder.bytes(of: ".local/share/flash/collection.db") == bytes)
      let salvaged = try home.run(
        "flash-store", ["salvage", ".local/share/flash/collection.db", "-o", "-"])
      #expect(salvaged.code == 3)
      #expect(salvaged.output.contains(#""title":"Spanish""#))
    }
  }
}
