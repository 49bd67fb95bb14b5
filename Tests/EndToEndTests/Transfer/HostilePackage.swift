import FlashTestSupport
import Testing

/// A container that is made to do harm.
struct HostilePackage: Sendable, CustomTestStringConvertible {
  /// What is wrong with it.
  let testDescription: String
  /// The ending of its name.
  let ending: String
  /// The class of its refusal.
  let code: String
  let bytes: @Sendable () throws -> [UInt8]

  private init(
    _ words: String, _ code: String, ending: String = "apkg",
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) {
    testDescription = words
    self.ending = ending
    self.code = code
    self.bytes = bytes
  }

  /// A package of Anki with one card and one picture.
  static var sound: AnkiBuilder {
    var builder = AnkiBuilder([AnkiBuilder.Note("a", "one", "eins <img src=\"x.png\">")])
    builder.media = [("x.png", [0x89, 0x50, 0x4E, 0x47])]
    return builder
  }

  /// The same in the newest form, whose members are packed once more.
  private static func latest() throws -> ZipBuilder {
    var archive = try sound.archive()
    for place in archive.members.indices {
      archive.members[place].data = Bomb.storedZstd(archive.members[place].data)
    }
    archive.members[0].name = Array("collection.anki21b".utf8)
    // A message of one entry, whose name is `x.png`.
    archive.members[2].data = Bomb.storedZstd([10, 7, 10, 5] + Array("x.png".utf8))
    archive.members.append(ZipBuilder.Member("meta", [8, 3]))
    return archive
  }

  /// A package with something changed: member 0 is the collection, 1 the picture, 2 the list.
  private static func changed(
    _ words: String, _ code: String, _ change: @escaping @Sendable (inout ZipBuilder) -> Void
  ) -> HostilePackage {
    HostilePackage(words, code) {
      var archive = try sound.archive()
      change(&archive)
      return archive.bytes
    }
  }

  private static func sql(_ words: String, _ code: String, _ sql: String) -> HostilePackage {
    HostilePackage(words, code) {
      var builder = sound
      builder.sql = sql
      return try builder.package()
    }
  }
}

extension HostilePackage {
  private static let gibibyte = 1 << 30
  private static let half = 1 << 29

  /// What unpacks to a thousand times its size or more.
  static let bombs: [HostilePackage] = [
    changed("a collection that is a bomb of deflate", "too_large") { archive in
      archive.members[0].explode(half)
    },
    changed("a picture that is a bomb of deflate", "too_large") { archive in
      archive.members[1].explode(200 << 20)
    },
    changed("a list of media that is a bomb of deflate", "too_large") { archive in
      archive.members[2].explode(half)
    },
    changed("a bomb of deflate that claims to be small", "corrupt") { archive in
      archive.members[0].explode(gibibyte)
      archive.members[0].size = 5_000
    },
    HostilePackage("a collection that is a bomb of zstd", "too_large") {
      var archive = try latest()
      archive.members[0].data = Bomb.zstd(2 * gibibyte)
      return archive.bytes
    },
    HostilePackage("a picture that is a bomb of zstd", "too_large") {
      var archive = try latest()
      archive.members[1].data = Bomb.zstd(2 * gibibyte)
      return archive.bytes
    },
    HostilePackage("a list of media that is a bomb of zstd", "too_large") {
      var archive = try latest()
      archive.members[2].data = Bomb.zstd(2 * gibibyte)
      return archive.bytes
    },
    HostilePackage("a bomb of zstd within a bomb of deflate", "too_large") {
      var archive = try latest()
      let zstd = Bomb.zstd(64 * gibibyte)
      archive.members[0].data = zstd
      archive.members[0].method = 8
      return archive.bytes
    },
    HostilePackage("a text that is a gzip bomb", "too_large", ending: "csv.gz") {
      Bomb.gzip(120 << 20, of: 0x61)
    },
    HostilePackage("a document that is a bomb of blanks", "too_large", ending: "cards") {
      var archive = ZipBuilder([
        ZipBuilder.Member("METADATA", ""), ZipBuilder.Member("cards.xml", ""),
      ])
      archive.members[1].explode(half, of: 0x20)
      return archive.bytes
    },
    HostilePackage("data that is a bomb of blanks", "too_large", ending: "mochi") {
      var archive = ZipBuilder([ZipBuilder.Member("data.edn", "")])
      archive.members[0].explode(half, of: 0x20)
      return archive.bytes
    },
  ]

  /// What says untrue things of itself.
  static let lies: [HostilePackage] = [
    changed("a checksum that is wrong", "corrupt") { $0.members[0].crc = 1 },
    changed("a picture's checksum that is wrong", "corrupt") { $0.members[1].crc = 1 },
    changed("a claim of 1 GiB", "corrupt") { $0.members[0].size = gibibyte },
    changed("a claim of 3 GiB", "too_large") { $0.members[0].size = 3 * gibibyte },
    changed("a claim of 4 EiB", "too_large") { archive in
      archive.members[0].size = 1 << 62
      archive.isWide = true
    },
    HostilePackage("zstd that claims 1 GiB", "corrupt") {
      var archive = try latest()
      // One segment, its size in four bytes.
      archive.members[0].data =
        [0x28, 0xB5, 0x2F, 0xFD, 0b1010_0000, 0, 0, 0, 0x40] + [1, 0, 0]
      return archive.bytes
    },
    HostilePackage("a collection cut off in zstd", "corrupt") {
      var archive = try latest()
      archive.members[0].data.removeLast(100)
      return archive.bytes
    },
    changed("two members of one name", "corrupt") { $0.members.append($0.members[0]) },
    HostilePackage("members that share their bytes", "corrupt") {
      var bytes = try sound.package()
      // In the last record of the directory, where the member begins.
      let record: [UInt8] = [0x50, 0x4B, 1, 2]
      let last = bytes.indices.last { bytes[$0...].starts(with: record) } ?? 0
      bytes.replaceSubrange(last + 42..<last + 46, with: [0, 0, 0, 0])
      return bytes
    },
    changed("an encrypted member", "unsupported") { $0.members[0].flags = 0x801 },
    changed("a member packed in another way", "unsupported") { archive in
      archive.members[0].packed = archive.members[0].data
      archive.members[0].method = 14
    },
    changed("a package of the future", "too_new") { archive in
      archive.members.append(ZipBuilder.Member("meta", [8, 4]))
    },
    HostilePackage("a schema of the future", "too_new") {
      var builder = sound
      builder.version = 19
      return try builder.package()
    },
    HostilePackage("pages of a collection that are noise", "corrupt") {
      var builder = sound
      builder.notes += (0..<200).map { AnkiBuilder.Note("n\($0)", "front \($0)", "back \($0)") }
      var archive = try builder.archive()
      var random = SeededRandom(seed: 31)
      for index in 3_072..<archive.members[0].data.count {
        archive.members[0].data[index] = .random(in: 0...255, using: &random)
      }
      return archive.bytes
    },
    sql(
      "cards that are a view without end", "corrupt",
      """
      alter table cards rename to c; create view cards as
        with recursive n(x) as (values (1) union all select x + 1 from n)
        select x as id, 1 as nid from n
      """),
    sql(
      "note types nested 10,000 deep", "corrupt",
      "update col set models = '\(String(repeating: "[", count: 10_000))'"),
    HostilePackage("a document that names a file", "unsafe", ending: "zip") {
      ZipBuilder([
        ZipBuilder.Member(
          "deck.xml",
          "<!DOCTYPE deck [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><deck><cards><card>&e;</card></cards></deck>"
        )
      ]).bytes
    },
    HostilePackage("a document of entities that multiply", "unsafe", ending: "zip") {
      let entities = (1...9).map {
        "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">"
      }
      let deck = "<deck><cards><card>&a9;</card></cards></deck>"
      return ZipBuilder([
        ZipBuilder.Member(
          "deck.xml", "<!DOCTYPE deck [<!ENTITY a0 \"ha\">\(entities.joined())]>" + deck)
      ]).bytes
    },
    HostilePackage("a document nested 10,000 deep", "too_large", ending: "cards") {
      ZipBuilder([
        ZipBuilder.Member("METADATA", ""),
        ZipBuilder.Member(
          "cards.xml", "<openSM2sync>" + String(repeating: "<log>", count: 10_000)),
      ]).bytes
    },
    HostilePackage("a document that is declared in another encoding", "encoding", ending: "zip") {
      ZipBuilder([
        ZipBuilder.Member("deck.xml", "<?xml version=\"1.0\" encoding=\"UTF-16\"?><deck></deck>")
      ]).bytes
    },
    HostilePackage("Transit nested 10,000 deep", "too_large", ending: "mochi") {
      ZipBuilder([
        ZipBuilder.Member("data.json", String(repeating: "[", count: 10_000))
      ]).bytes
    },
    HostilePackage("EDN nested 10,000 deep", "too_large", ending: "mochi") {
      ZipBuilder([
        ZipBuilder.Member("data.edn", String(repeating: "{:a ", count: 10_000))
      ]).bytes
    },
  ]

  /// Names that lead out of a folder, on one system or another.
  static let slips =
    [
      "../x", "a/../../x", "a/..", "..", "./x", "/etc/x", "//host/x", "a//x", "..\\x", "a\\..\\x",
      "\\\\host\\x", "\\x", "C:x", "C:\\x", "c:/x", "x\0.png", "x\ny",
      String(repeating: "../", count: 40) + "x",
    ].map { name in
      changed("a member named \(name.debugDescription)", "unsafe") { archive in
        archive.members.append(ZipBuilder.Member(name, "x"))
      }
    }
    + ["../x", "a/x", "/etc/x", "..\\x", "C:x", "..", ".", "", "x\0"].map { name in
      HostilePackage("a picture named \(name.debugDescription)", "unsafe") {
        var builder = sound
        builder.media = [(name, [1])]
        return try builder.package()
      }
    }
    + [0o120777, 0o010644, 0o060644, 0o140644].map { mode in
      changed("a member of mode \(String(mode, radix: 8))", "unsafe") { archive in
        var link = ZipBuilder.Member("link", "/etc/passwd")
        link.mode = mode
        archive.members.append(link)
      }
    }
}

extension ZipBuilder.Member {
  /// Becomes a bomb that says how large it is.
  fileprivate mutating func explode(_ count: Int, of byte: UInt8 = 0) {
    let bomb = Bomb.deflated(count, of: byte)
    (packed, size, method, crc) = (bomb.packed, bomb.size, 8, 1)
  }
}
