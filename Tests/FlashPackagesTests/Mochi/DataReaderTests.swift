import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

/// EDN and Transit, as far as an export shows how they are read.
@Suite struct DataReaderTests {
  /// The front of the card whose content, and tags, are told in a notation.
  private func read(_ data: String, _ member: String) throws -> AnkiFile.Card? {
    try PackageContents(ZipBuilder([ZipBuilder.Member(member, data)]).bytes, .mochi).cards.first
  }

  private func edn(_ content: String, tags: String = "[]") throws -> String? {
    let content = "{:cards [{:content \(content) :tags \(tags)}]}"
    return try read(content, "data.edn")?.front
  }

  private func code(_ data: String, _ member: String) -> String? {
    PackageContents.code(ZipBuilder([ZipBuilder.Member(member, data)]).bytes, .mochi)
  }

  @Test(
    "texts of EDN have their escapes undone",
    arguments: [
      (#""a \"b\" \\ \t|\n---\nx""#, "a \"b\" \\ \t|"),
      (#""\u00e9\ud83d\ude00 ☃\n---\nx""#, "é😀 ☃"),
      (#"#_ {:a [1 #_2]} "a\n---\nx""#, "a"), ("; no \"\n \"a\n---\nx\"", "a"),
      (#"#my/tag "a\n---\nx""#, "a"),
    ])
  func texts(edn content: String, front: String) throws { #expect(try edn(content) == front) }

  @Test("all kinds of values are stepped over")
  func values() throws {
    let values = [
      "nil true false :k/w sym a.b/c -1 +2 3.5e-3 42N 1.5M 22/7 ##NaN ##-Inf \\a \\newline \\u00e9 \\(",
      "#{1 2} (1 2) [] {} {[1] #{}} #uuid \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\" #:ns{:a 1} #_x",
    ].joined(separator: ",")
    #expect(try edn("\"a\n---\nx\"", tags: "[\(values)]") == "a")
  }

  @Test(
    "EDN that is none is refused with the line",
    arguments: [
      "{:cards [", "{:cards [}", "{:cards [{:content \"a}", "{:a 1 :b}", "{:a 1} 2", "{:a \"\\q\"}",
      "{:a \"\\ud800\"}", "{:a \"\\u00\"}", "{:a 12x}", "{:a #}", "{:a ^x y}", "{:a \\nosuch}",
      "#_1",
      "{:a #:b 1}", "]", "{:a 1/x}", "{:a \\}",
    ])
  func malformed(data: String) { #expect(code("\n" + data, "data.edn") == "malformed") }

  @Test("what is refused says where it stands")
  func place() throws {
    let bytes = ZipBuilder([ZipBuilder.Member("data.edn", "{:a\n \"\\q\"}")]).bytes
    #expect(
      throws: PackageError.text(
        member: "data.edn", .malformed(line: 2, reason: "an unknown escape"))
    ) { try PackageContents(bytes, .mochi) }
    let json = ZipBuilder([ZipBuilder.Member("data.json", "{\"a\":\n\n tru}")]).bytes
    #expect(
      throws: PackageError.text(
        member: "data.json", .malformed(line: 3, reason: "a value expected"))
    ) { try PackageContents(json, .mochi) }
  }

  @Test("depth is bounded, whatever nests", arguments: ["[", "{", "#{", "(", "#_", "#a ", "{:a "])
  func deep(bracket: String) {
    #expect(code(String(repeating: bracket, count: 100_000), "data.edn") == "too_large")
  }

  @Test("Transit's depth is bounded", arguments: ["[", "{\"a\":", "{\"~#list\":", "[\"~#set\","])
  func deepTransit(bracket: String) {
    #expect(code(String(repeating: bracket, count: 100_000), "data.json") == "too_large")
  }

  @Test("texts of Transit say what they are")
  func transit() throws {
    let card = try read(
      """
      {"~:cards": ["~#list", [{"~:id": "~:c", "~:content": "~~a\\n---\\nx", "~:archived?": "~?t",
        "~:created-at": "~m1735900000000", "~:tags": {"~#set": ["~:t1", "~$t2", "t3", "~i7", null, 7.5]},
        "~:reviews": [{"~:date": {"~#m": "1735900000000"}, "~:interval": "~d2", "~:remembered?": true}]}]]}
      """, "data.json")
    #expect(card?.front == "~a")
    #expect(card?.key == "mochi:c")
    #expect(card?.tags == ["t1", "t2", "t3"])
    #expect(card?.detail.isSuspended == true)
    #expect(card?.detail.madeAt?.milliseconds == 1_735_900_000_000)
    #expect(card?.detail.schedule?.intervalDays == 2)
  }

  @Test("Transit's compact form is the same in fewer letters")
  func compact() throws {
    let data = """
      ["^ ", "~:cards", ["~#list", [["^ ", "~:id", "~:c1", "~:content", "a\\n---\\nx", "~:tags",
        ["~#set", ["~:long", "short"]], "~:reviews", [["^ ", "~:date", ["~#m", "1735900000000"],
        "~:interval", 2, "~:remembered?", true]]],
        ["^ ", "^2", "~:c2", "^4", "~^b\\n---\\ny", "^5", ["^6", ["~~z", "^7"]]]]]]
      """
    let cards = try PackageContents(
      ZipBuilder([ZipBuilder.Member("data.json", data)]).bytes, .mochi
    ).cards
    #expect(cards.map(\.front) == ["a", "^b"])
    #expect(cards.map(\.key) == ["mochi:c1", "mochi:c2"])
    #expect(cards.map(\.tags) == [["long", "short"], ["~z", "long"]])
    #expect(cards.first?.detail.schedule?.intervalDays == 2)
  }

  @Test(
    "Transit that is none is refused",
    arguments: [
      ("{\"a\":", "malformed"), ("{\"~#list\": [], \"b\": 1}", "malformed"),
      ("[\"^ \"]", "empty"), ("[\"^ \", \"a\"]", "malformed"), ("[\"^5\"]", "malformed"),
      ("[\"^ \", \"^0\", 1]", "malformed"),
      ("[\"~#set\", [], 1]", "malformed"), ("{} {}", "malformed"), ("{\"a\": 01}", "malformed"),
      ("[\"~#set\"]", "corrupt"), ("\"x\"", "corrupt"),
    ])
  func malformedTransit(data: String, code: String) {
    #expect(self.code(data, "data.json") == code)
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    for (name, code) in [("data.edn", "encoding"), ("data.json", "malformed")] {
      let bytes = ZipBuilder([ZipBuilder.Member(name, [0x22, 0xFF, 0x22])]).bytes
      #expect(PackageContents.code(bytes, .mochi) == code)
    }
  }

  @Test("data cut at any byte is refused", arguments: ["edn.mochi", "transit.mochi"])
  func cut(name: String) throws {
    let bytes = try Fixture.bytes("import/mochi/\(name)")
    let member = name == "edn.mochi" ? "data.edn" : "data.json"
    let text = try #require(DataReaderTests.sample(member))
    for end in 0..<text.utf8.count {
      let cut = Array(text.utf8.prefix(end))
      let found = PackageContents.code(
        ZipBuilder([ZipBuilder.Member(member, cut)]).bytes, .mochi)
      #expect(found == "malformed" || found == "encoding", "\(end): \(found ?? "read")")
    }
    for end in bytes.indices {
      #expect(PackageContents.code(Array(bytes[..<end]), .mochi) == "corrupt", "\(end)")
    }
  }

  private static func sample(_ member: String) -> String? {
    member == "data.edn"
      ? #"{:decks [{:name "é" :cards [{:content "a\n---\nb" :tags #{"t"} :pos #inst "x"}]}]}"#
      : #"{"~:decks":[{"~:name":"é","~:cards":{"~#list":[{"~:content":"a\n---\nb","~:x":[1,null]}]}}]}"#
  }
}
