import FlashPackages
import FlashTestSupport
import Testing

/// Archives of Mochi, Mnemosyne and AnkiApp that are damaged, or made to do harm.
@Suite struct PackageHostileTests {
  private static let archives: [(kind: PackageContents.Kind, file: String, document: String)] = [
    (.mochi, "mochi/transit.mochi", "data.json"), (.mochi, "mochi/edn.mochi", "data.edn"),
    (.mnemosyneCards, "mnemosyne-cards/set.cards", "cards.xml"),
    (.ankiApp, "ankiapp-zip/with-blobs.zip", "deck.xml"),
  ]

  @Test("an archive cut at any byte is refused", arguments: archives.indices)
  func cut(place: Int) throws {
    let (kind, file, _) = Self.archives[place]
    let bytes = try Fixture.bytes("import/\(file)")
    for end in bytes.indices {
      let found = PackageContents.code(Array(bytes[..<end]), kind)
      #expect(found == "corrupt", "\(end): \(found ?? "read")")
    }
  }

  @Test("an archive with any byte changed is read or refused", arguments: archives.indices)
  func changed(place: Int) throws {
    let (kind, file, _) = Self.archives[place]
    let bytes = try Fixture.bytes("import/\(file)")
    let codes: Set<String?> = [
      nil, "corrupt", "unsupported", "unsafe", "too_large", "malformed", "encoding", "empty",
    ]
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x55
      let found = PackageContents.code(changed, kind)
      #expect(codes.contains(found), "\(index): \(found ?? "")")
    }
  }

  @Test(
    "sizes and checksums that lie, names that lead elsewhere, links", arguments: archives.indices)
  func lies(place: Int) throws {
    let (kind, _, document) = Self.archives[place]
    func code(_ change: (inout ZipBuilder) -> Void) -> String? {
      var builder = ZipBuilder([ZipBuilder.Member(document, "<a/>")])
      change(&builder)
      return PackageContents.code(builder.bytes, kind)
    }
    #expect(code { $0.members[0].crc = 7 } == "corrupt")
    let huge = code { $0.members[0].size = 1 << 30 }
    #expect(huge == "corrupt" || huge == "too_large")
    #expect(code { $0.members.append(ZipBuilder.Member("../x", "x")) } == "unsafe")
    #expect(code { $0.members.append(ZipBuilder.Member("/x", "x")) } == "unsafe")
    #expect(code { $0.members.append(ZipBuilder.Member("a\\..\\x", "x")) } == "unsafe")
    #expect(code { $0.members.append(ZipBuilder.Member("C:x", "x")) } == "unsafe")
    #expect(code { $0.members[0].flags = 0x801 } == "unsupported")
    #expect(
      code {
        var link = ZipBuilder.Member("x.png", "/etc/passwd")
        link.mode = 0o120777
        $0.members.append(link)
      } == "unsafe")
    #expect(code { $0.members.append($0.members[0]) } == "corrupt")
    #expect(code { $0.members[0].name = Array("x".utf8) } == "corrupt")
  }

  @Test("two decks in one archive of AnkiApp are refused")
  func twoDecks() {
    let bytes = ZipBuilder([
      ZipBuilder.Member("a.xml", "<deck/>"), ZipBuilder.Member("b.xml", "<deck/>"),
    ]).bytes
    #expect(PackageContents.code(bytes, .ankiApp) == "corrupt")
  }

  @Test(
    "the first bytes of a file tell its name's ending",
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47], ".png"), ([0xFF, 0xD8, 0xFF], ".jpg"),
      (Array("GIF89a".utf8), ".gif"),
      (Array("RIFF1234WEBP".utf8), ".webp"), (Array("RIFF1234WAVE".utf8), ".wav"),
      (Array("ID3".utf8), ".mp3"), (Array("OggS".utf8), ".ogg"),
      (Array("1234ftypM4A ".utf8), ".m4a"),
      (Array("1234ftypisom".utf8), ".mp4"), (Array(" <svg".utf8), ".svg"), ([], ""), ([7], ""),
    ] as [([UInt8], String)])
  func endings(bytes: [UInt8], ending: String) throws {
    let hash = String(repeating: "ab", count: 16)
    let archive = ZipBuilder([
      ZipBuilder.Member(
        "d.xml",
        "<deck><cards><card><text>{{blob \(hash)}}</text><text>b</text></card></cards></deck>"),
      ZipBuilder.Member("blob/\(hash)", bytes),
    ])
    let read = try PackageContents(archive.bytes, .ankiApp)
    #expect(read.media == [AnkiFile.Media(name: hash + ending, bytes: bytes)])
    #expect(read.cards.map(\.front) == ["![](\(hash)\(ending))"])
    #expect(read.warnings == [])
  }
}
