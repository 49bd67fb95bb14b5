import FlashModel
import FlashTestSupport
import Testing

/// Containers of Mochi, Mnemosyne and AnkiApp, through the program.
@Suite struct PackageImportTests {
  private struct Sample: CustomTestStringConvertible {
    let file: String
    let format: String
    let cards: Int64
    let reviews: Int64
    let schedules: Int64
    let media: Int64
    var code: Int32 = 0
    var warnings = 0
    var testDescription: String { file }
    var name: String { String(file.split(separator: "/")[1]) }
  }

  private enum Failure: Error { case noWarnings }

  private static let samples = [
    Sample(
      file: "mochi/transit.mochi", format: "mochi", cards: 6, reviews: 2, schedules: 1, media: 1),
    Sample(
      file: "mochi/edn.mochi", format: "mochi", cards: 2, reviews: 1, schedules: 1, media: 0,
      code: 3),
    Sample(
      file: "mnemosyne-db/default.db", format: "mnemosyne", cards: 10, reviews: 6, schedules: 2,
      media: 1),
    Sample(
      file: "mnemosyne-cards/set.cards", format: "mnemosyne-cards", cards: 10, reviews: 0,
      schedules: 0, media: 1),
    Sample(
      file: "ankiapp-zip/with-blobs.zip", format: "ankiapp", cards: 2, reviews: 0, schedules: 0,
      media: 1, warnings: 1),
    Sample(
      file: "jmemorize-zip/lesson.jml", format: "jmemorize", cards: 3, reviews: 0, schedules: 1,
      media: 1),
  ]

  @Test("a container comes in whole, and again changes nothing", arguments: samples)
  private func whole(sample: Sample) throws {
    try TestHome.with { home in
      try home.folder.write(Fixture.bytes("import/\(sample.file)"), to: sample.name)
      try home.folder.write([1, 2, 3], to: "default.db_media/flag.png")
      let outcome = try home.run("flash-import", [sample.name, "--json"])
      #expect(outcome.code == sample.code, "\(outcome.errors)")
      let line = try #require(try objects(outcome.output).last)
      #expect(line["format"]?.string == sample.format)
      #expect(line["cards_added"]?.integer == sample.cards)
      #expect(line["reviews_added"]?.integer == sample.reviews)
      #expect(line["schedules_added"]?.integer == sample.schedules)
      #expect(line["media_added"]?.integer == sample.media)
      guard case .array(let warnings)? = line["warnings"] else { throw Failure.noWarnings }
      #expect(warnings.count == sample.warnings)
      let before = try home.folder.snapshot()
      let again = try #require(
        try objects(home.run("flash-import", [sample.name, "--json"]).output).last)
      #expect(again["cards_unchanged"]?.integer == sample.cards)
      #expect(again["cards_added"]?.integer == 0)
      #expect(again["reviews_added"]?.integer == 0)
      #expect(again["media_added"]?.integer == 0)
      let store = ".local/share/flash/collection.db"
      #expect(try home.folder.snapshot()[store] == before[store])
    }
  }

  @Test("a rehearsal says why a file was taken for what it is")
  func reasons() throws {
    let reasons = [
      "a zip archive with 'data.json'", "a zip archive with 'data.edn'",
      "an SQLite database with table 'data_for_fact'", "a zip archive with 'cards.xml'",
      "a zip archive with 'deck.xml'", "a zip archive with 'lesson.xml'",
    ]
    try TestHome.with { home in
      for (sample, reason) in zip(Self.samples, reasons) {
        try home.folder.write(Fixture.bytes("import/\(sample.file)"), to: sample.name)
        let outcome = try home.run("flash-import", ["-n", sample.name])
        #expect((outcome.output + outcome.errors).contains(reason), "\(outcome.output)")
      }
      #expect(try home.cards() == [])
    }
  }

  @Test("a damaged container is refused, and collection and media are as before")
  func refused() throws {
    try TestHome.with { home in
      try home.given("flash-import", ["-d", "D", "-"], input: .text("a,1\nb,2\n"))
      let card = "{:content \"a\n---\n![](x.png)\"}"
      var files: [(name: String, bytes: [UInt8], code: String)] = []
      let media = ZipBuilder.Member("x.png", [1, 2, 3])
      func mochi(_ data: String) -> ZipBuilder {
        ZipBuilder([media, ZipBuilder.Member("data.edn", data)])
      }
      var lying = mochi("{:cards [\(card)]}")
      lying.members[0].crc = 1
      files.append(("crc.mochi", lying.bytes, "corrupt"))
      files.append(("cut.mochi", mochi("{:cards [\(card)").bytes, "malformed"))
      files.append(
        ("deep.mochi", mochi(String(repeating: "[", count: 10_000)).bytes, "too_large"))
      files.append(("new.mochi", mochi("{:version 3}").bytes, "too_new"))
      files.append(("none.mochi", mochi("{:cards []}").bytes, "empty"))
      files.append(
        (
          "late.cards",
          ZipBuilder([
            media, ZipBuilder.Member("METADATA", ""),
            ZipBuilder.Member("cards.xml", "<openSM2sync><log type=\"10\">"),
          ]).bytes, "malformed"
        ))
      files.append(
        (
          "half.db", Array(try Fixture.bytes("import/mnemosyne-db/default.db").dropLast(2_000)),
          "corrupt"
        ))
      for (name, bytes, _) in files { try home.folder.write(bytes, to: name) }
      let before = try home.folder.snapshot()
      for (name, _, code) in files {
        let outcome = try home.run("flash-import", [name, "--json"])
        #expect(outcome.code == 65, "\(name)")
        #expect(outcome.errors.contains("\"code\":\"\(code)\""), "\(name): \(outcome.errors)")
        let after = try home.folder.snapshot()
        let changed = Set(before.keys).union(after.keys).filter {
          $0.hasPrefix(".local/share/") && before[$0] != after[$0]
        }
        #expect(changed == [], "\(name)")
      }
    }
  }
}
