import FlashModel
import FlashSQL
import FlashStore
import FlashTestSupport
import Foundation
import Testing

/// Files that cards show are part of the collection: in backups, in checks, and as long as anything
/// shows them.
@Suite struct MediaKeepingTests {
  private func given(_ home: TestHome) throws {
    var builder = AnkiBuilder([
      AnkiBuilder.Note("a", "one <img src=\"x.png\">", "eins"),
      AnkiBuilder.Note("b", "two", "zwei [sound:y.mp3]"),
    ])
    builder.media = [("x.png", [1, 2, 3]), ("y.mp3", [4, 5])]
    try home.folder.write(try builder.package(), to: "deck.apkg")
    try home.given("flash-import", ["deck.apkg"])
  }

  /// What lies in the media folder of a collection, without the names of folders.
  private func files(_ home: TestHome, _ collection: String) throws -> [[UInt8]] {
    try home.folder.snapshot().filter {
      $0.key.hasPrefix(collection + "-media/") && !$0.value.isEmpty
    }.sorted { $0.key < $1.key }.map(\.value)
  }

  private func remove(_ name: String, in home: TestHome) throws {
    try FileManager.default.removeItem(atPath: home.folder.path(of: name))
  }

  private static let collection = ".local/share/flash/collection.db"

  private func findings(_ home: TestHome) throws -> [String] {
    try objects(home.run("flash-store", ["check", "--json"]).output).compactMap {
      $0["rule"]?.string
    }
  }

  @Test("a backup has the files that cards show, and a restore brings them back")
  func backup() throws {
    try TestHome.with { home in
      try given(home)
      let outcome = try home.run("flash-store", ["backup", "safe.db"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.output.hasSuffix(", 2 files of media\n"))
      #expect(Set(try files(home, "safe.db")) == [[1, 2, 3], [4, 5]])
      // It is a collection like any other.
      #expect(try home.run("flash-store", ["--store=safe.db", "check"]).code == 0)
      try remove(".local/share/flash", in: home)
      try home.given("flash-store", ["restore", "-y", "safe.db"])
      #expect(Set(try files(home, Self.collection)) == [[1, 2, 3], [4, 5]])
      #expect(try home.run("flash-store", ["check"]).code == 0)
    }
  }

  @Test("what is salvaged lists the files that cards show, and an import takes them along")
  func salvage() throws {
    try TestHome.with { home in
      try given(home)
      let path = home.folder.path(of: Self.collection)
      // The way to all tables is lost.
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      for index in 0..<4_096 { bytes[index] = 0 }
      try home.folder.write(bytes, to: Self.collection)
      let outcome = try home.run("flash-store", ["salvage", path, "-o", "rescued.jsonl", "--json"])
      #expect(outcome.code == 3, "\(outcome.errors)")
      let report = try #require(try objects(outcome.output).last)
      #expect(report["media"]?.integer == 2)
      #expect(report["media_missing"]?.integer == 0)
      let listed = try objects(home.folder.text(of: "rescued.jsonl")).filter {
        $0["entity"]?.string == "assets"
      }
      #expect(listed.map { $0["row"]?["name"]?.string } == ["x.png", "y.mp3"])
      for row in listed {
        let file = try #require(row["row"]?["path"]?.string)
        #expect(FileManager.default.fileExists(atPath: file))
      }
      try home.given(
        "flash-import", ["--store=new.db", "--media=\(path)-media", "rescued.jsonl"])
      #expect(try home.store(home.folder.path(of: "new.db")).cards().count == 2)
      #expect(Set(try files(home, "new.db")) == [[1, 2, 3], [4, 5]])
      #expect(try home.run("flash-store", ["--store=new.db", "check"]).code == 0)
    }
  }

  @Test("a file that is gone is listed all the same when its collection is salvaged, and told")
  func salvageWithout() throws {
    try TestHome.with { home in
      try given(home)
      let path = home.folder.path(of: Self.collection)
      try remove(Self.collection + "-media", in: home)
      let outcome = try home.run("flash-store", ["salvage", path, "-o", "rescued.jsonl"])
      #expect(outcome.code == 0)
      #expect(outcome.errors == "flash-store: warning: 2 files of the media listed are not there\n")
      let again = try home.run("flash-import", ["--store=new.db", "rescued.jsonl"])
      #expect(again.code == 0)
      #expect(again.errors.contains("file 'x.png' is listed and not there"), "\(again.errors)")
    }
  }

  @Test("what a restore puts aside keeps its files, also when the collection lets go of them")
  func putAside() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,b\n"))
      try home.given("flash-store", ["backup", "empty.db"])
      try given(home)
      try home.given("flash-store", ["restore", "-y", "empty.db"])
      try home.given("flash-store", ["vacuum"])
      #expect(try files(home, Self.collection) == [])
      let aside = try #require(
        try home.folder.names(in: ".local/share/flash").first {
          $0.hasPrefix("collection-before-restore-") && $0.hasSuffix(".db")
        })
      #expect(Set(try files(home, ".local/share/flash/" + aside)) == [[1, 2, 3], [4, 5]])
      try home.given("flash-store", ["restore", "-y", ".local/share/flash/" + aside])
      #expect(Set(try files(home, Self.collection)) == [[1, 2, 3], [4, 5]])
      #expect(try home.run("flash-store", ["check"]).code == 0)
    }
  }

  @Test("an old backup of a series goes with its files")
  func rotation() throws {
    try TestHome.with { home in
      try given(home)
      for minute in 0..<3 {
        home.environment["FLASH_NOW"] = "2026-11-30T12:0\(minute):00Z"
        try home.given("flash-store", ["backup", "--keep=2"])
      }
      let names = try home.folder.names(in: ".local/share/flash/backups")
      #expect(
        names == [
          "collection-20261130T120100Z.db", "collection-20261130T120100Z.db-media",
          "collection-20261130T120200Z.db", "collection-20261130T120200Z.db-media",
        ])
    }
  }

  @Test("a file that is missing or damaged is found, and is in no backup")
  func damaged() throws {
    try TestHome.with { home in
      try given(home)
      let store = try home.store()
      let paths = try store.assets().map { store.path(of: $0) }
      let inHome = paths.map { String($0.dropFirst(home.folder.path.count + 1)) }
      try home.folder.write([3, 2, 1], to: inHome[0])
      #expect(try findings(home) == ["damaged_media"])
      try remove(inHome[1], in: home)
      #expect(try findings(home) == ["missing_media", "damaged_media"])
      let outcome = try home.run("flash-store", ["backup", "safe.db", "--json"])
      #expect(outcome.code == 0)
      let report = try #require(try objects(outcome.output).first)
      #expect(report["media"]?.integer == 0)
      #expect(report["missing"] == .array([.string("x.png"), .string("y.mp3")]))
      // Importing the deck again sets it right.
      try remove(inHome[0], in: home)
      try home.given("flash-import", ["deck.apkg"])
      #expect(try findings(home) == [])
    }
  }

  @Test("files go when nothing shows them any more and nothing can bring that back")
  func vacuum() throws {
    try TestHome.with { home in
      try given(home)
      func vacuumed() throws -> Int64? {
        try objects(home.run("flash-store", ["vacuum", "--json"]).output).first?["media_removed"]?
          .integer
      }
      #expect(try vacuumed() == 0)
      try home.given("flash-store", ["undo"])
      #expect(try home.cards() == [])
      #expect(try vacuumed() == 0)
      try home.given("flash-store", ["redo"])
      #expect(try home.run("flash-store", ["check"]).code == 0)
      let card = try #require(try home.store().cards().first { $0.card.front.contains("x.png") })
      try home.given("flash-card", ["edit", "\(card.card.id)", "--front", "no picture"])
      #expect(try vacuumed() == 0)
      try home.given("flash-store", ["undo"])
      try home.given("flash-card", ["rm", "\(card.card.id)"])
      // Undo reaches it no more, but it was removed only now.
      let connection = try SQLiteConnection(path: home.collection, access: .write)
      try connection.execute("delete from action_rows; delete from actions")
      #expect(try vacuumed() == 0)
      home.environment["FLASH_NOW"] = "2026-12-31T12:00:01Z"
      #expect(try vacuumed() == 1)
      #expect(try files(home, Self.collection) == [[4, 5]])
      #expect(try home.run("flash-store", ["check"]).code == 0)
    }
  }

  @Test("the lossless export lists files, puts them into a folder, and finds them there again")
  func lossless() throws {
    try TestHome.with { home in
      try given(home)
      let outcome = try home.run("flash-export", ["-o", "all.jsonl", "--media", "files"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try home.folder.names(in: "files") == ["x.png", "y.mp3"])
      // Without the folder they are told of, and everything else comes.
      let bare = try home.run("flash-import", ["--store=bare.db", "all.jsonl"])
      #expect(bare.code == 0)
      #expect(bare.errors.contains("file 'x.png' is listed and not there"))
      let bareCards = try home.store(home.folder.path(of: "bare.db"))
      #expect(try bareCards.cards().count == 2)
      #expect(try bareCards.assets() == [])
      let copy = ["--store=copy.db"]
      try home.given("flash-import", copy + ["all.jsonl", "--media", "files"])
      #expect(try home.run("flash-store", copy + ["check"]).code == 0)
      #expect(Set(try files(home, "copy.db")) == [[1, 2, 3], [4, 5]])
      try home.given("flash-export", copy + ["-o", "again.jsonl"])
      #expect(try home.folder.text(of: "again.jsonl") == home.folder.text(of: "all.jsonl"))
      // A file that is not what the export says is none.
      try home.folder.write([9, 9, 9], to: "files/x.png")
      let wrong = try home.run(
        "flash-import", ["--store=wrong.db", "all.jsonl", "--media", "files", "--json"])
      #expect(try objects(wrong.output).last?["media_added"]?.integer == 1)
      #expect(Set(try files(home, "wrong.db")) == [[4, 5]])
    }
  }

  @Test("a name in an export leads to no other folder, and a refused export leaves no file")
  func hostile() throws {
    try TestHome.with { home in
      try given(home)
      try home.given("flash-export", ["-o", "all.jsonl", "--media", "files"])
      let text = try home.folder.text(of: "all.jsonl")
      try home.folder.write([1, 2, 3], to: "secret")
      for name in ["../secret", "/etc/passwd", ".."] {
        try home.folder.write(
          text.replacing("x.png\",\"sha", with: "\(name)\",\"sha"), to: "bad.jsonl")
        let outcome = try home.run(
          "flash-import", ["--store=other.db", "bad.jsonl", "--media", "files"])
        #expect(outcome.code == 65, "\(name): \(outcome.output)")
        #expect(try files(home, "other.db") == [])
      }
      let cut = text.split(separator: "\n").dropLast().joined(separator: "\n")
      try home.folder.write(cut + "\n", to: "cut.jsonl")
      let outcome = try home.run(
        "flash-import", ["--store=other.db", "cut.jsonl", "--media", "files"])
      #expect(outcome.code == 65)
      #expect(try files(home, "other.db") == [])
    }
  }
}
