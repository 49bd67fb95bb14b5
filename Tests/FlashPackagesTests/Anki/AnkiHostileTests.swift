import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

/// Packages that are damaged, or made to do harm.
@Suite struct AnkiHostileTests {
  private var sound: AnkiBuilder {
    var cloze = AnkiBuilder.Note("c", "{{c1::Lima}} is in {{c2::Peru::country}}", "extra")
    (cloze.type, cloze.cards) = (3, [0, 1])
    var builder = AnkiBuilder([AnkiBuilder.Note("a", "one", "eins <img src=\"x.png\">"), cloze])
    builder.media = [("x.png", [1, 2, 3])]
    builder.cardSettings[0] = "type = 2, queue = 2, due = 100, ivl = 10, factor = 2500, reps = 1"
    builder.log = ["1740000000000, \(AnkiBuilder.cid(0)), 0, 3, 10, 1, 2500, 4000, 1"]
    return builder
  }

  private func code(_ bytes: [UInt8], isPackage: Bool = true) -> String? {
    do throws(PackageError) {
      _ = try AnkiFile(bytes, isPackage: isPackage)
      return nil
    } catch {
      return error.code
    }
  }

  private func code(_ sql: String, version: Int = 11) throws -> String? {
    var builder = sound
    builder.sql = sql
    builder.version = version
    return code(try builder.package())
  }

  @Test("the package that the others are made of is read, as a bare collection too")
  func sane() throws {
    let read = try AnkiFile(try sound.package())
    #expect(read.cards.map(\.front) == ["[...] is in Peru", "Lima is in [country]", "one"])
    #expect(read.cards.map(\.note).prefix(2).allSatisfy { $0.hasSuffix("\n\n---\n\nextra") })
    #expect(try AnkiFile(try sound.collection(), isPackage: false).cards.count == 3)
  }

  @Test("a package cut at any byte is refused")
  func cut() throws {
    let bytes = try sound.package()
    for end in bytes.indices { #expect(code(Array(bytes[..<end])) == "corrupt") }
  }

  @Test("a collection cut at any place, or with pages changed, is read or refused")
  func damaged() throws {
    let bytes = try sound.collection()
    for end in stride(from: 0, to: bytes.count, by: 37) {
      let found = code(Array(bytes[..<end]), isPackage: false)
      #expect([nil, "corrupt", "empty"].contains(found), "\(end): \(found ?? "")")
    }
    let codes: Set<String?> = [
      nil, "corrupt", "empty", "too_large", "too_new", "unsupported", "unsafe",
    ]
    var random = SeededRandom(seed: 19)
    for round in 0..<600 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: 16..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let found = code(changed, isPackage: false)
      #expect(codes.contains(found), "round \(round) of seed 19: \(found ?? "")")
    }
  }

  @Test("a schema of the future, or of the past, is refused by its version")
  func versions() throws {
    #expect(try code("", version: 19) == "too_new")
    #expect(try code("", version: 10) == "unsupported")
    var archive = try sound.archive()
    archive.members.append(ZipBuilder.Member("meta", [8, 4]))
    #expect(code(archive.bytes) == "too_new")
    archive.members[archive.members.count - 1].data = [8, 3]
    #expect(code(archive.bytes) == "corrupt")
    archive.members[archive.members.count - 1].data = [0xFF]
    #expect(code(archive.bytes) == "corrupt")
  }

  @Test(
    "tables that are none, or never end, are refused",
    arguments: [
      """
      alter table cards rename to c; create view cards as
        with recursive n(x) as (values (1) union all select x + 1 from n)
        select x as id, 1 as nid from n
      """, "drop table notes", "alter table notes drop column flds", "delete from col",
      "update col set models = '['", "update col set decks = 'x'",
      "alter table cards rename to c; create virtual table cards using fts5(id, nid)",
    ])
  func schemas(sql: String) throws { #expect(try code(sql) == "corrupt") }

  @Test("values of a wrong type, and rows that lead nowhere, make no card and no fault")
  func values() throws {
    #expect(try code("update cards set nid = 'x', due = x'00', ivl = 1e300, factor = -9e18") == nil)
    #expect(
      try code("update cards set due = 9223372036854775807, odue = 1, odid = 77, type = 99") == nil)
    #expect(try code("update notes set mid = 9") == nil)
    #expect(try code("update notes set flds = x'FF1FFE'") == nil)
    #expect(try code("update revlog set id = -1, ease = 99, time = -5") == nil)
    #expect(try code("delete from cards") == "empty")
  }

  @Test(
    "options of decks that can't be read are left out, and that is told; none are nothing to tell")
  func presets() throws {
    func warnings(_ sql: String) throws -> [String] {
      var builder = sound
      (builder.media, builder.sql) = ([("x.png", [1])], sql)
      return try AnkiFile(try builder.package()).warnings
    }
    #expect(
      try warnings("update col set dconf = '{broken'") == [
        "options of decks are left out: malformed JSON at byte 1: a string expected"
      ])
    #expect(try warnings("update col set dconf = ''") == [])
    #expect(try warnings("update col set dconf = '{}'") == [])
  }

  @Test(
    "media may not have names that lead elsewhere",
    arguments: [
      "../x", "a/b", "/x", "..", "C:x", "a\\b", "a\0b", "", String(repeating: "x", count: 256),
    ])
  func slip(name: String) throws {
    var builder = sound
    builder.media = [(name, [1])]
    #expect(code(try builder.package()) == "unsafe")
  }

  @Test("a list of media that is damaged, or lies, is a warning")
  func mediaLists() throws {
    var archive = try sound.archive()
    for list in ["{", "[]", "{\"0\": 5}", ""] {
      archive.members[2].data = Array(list.utf8)
      let read = try AnkiFile(archive.bytes)
      #expect(read.cards.count == 3)
      #expect(read.warnings.contains("'x.png' is shown by a card and not in the file"))
    }
    archive.members[2].data = Array("{\"0\": \"x.png\", \"7\": \"y.png\"}".utf8)
    #expect(try AnkiFile(archive.bytes).warnings == ["media 'y.png' is not in the package"])
  }
}
