import FlashModel
import FlashPackages
import FlashSQL
import FlashTestSupport
import FlashText
import Testing

/// Databases and sets of Mnemosyne that are damaged, or made to do harm.
@Suite struct MnemosyneHostileTests {
  /// The fixture, changed by statements.
  private func database(_ sql: String) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Fixture.bytes("import/mnemosyne-db/default.db"), to: "default.db")
    do {
      let connection = try SQLiteConnection(path: path, access: .write)
      try connection.execute(sql)
    }
    return try folder.read("default.db")
  }

  private func code(_ sql: String) throws -> String? {
    PackageContents.code(try database(sql), .mnemosyne)
  }

  @Test(
    "tables that are none, are missing or never end are refused",
    arguments: [
      ("drop table cards", "corrupt"), ("drop table facts", "corrupt"),
      ("drop table data_for_fact", "corrupt"),
      ("alter table cards drop column question", "corrupt"),
      (
        """
        alter table cards rename to c; create view cards as
          with recursive n(x) as (values (1) union all select x + 1 from n)
          select x as _id, x as id, 1 as _fact_id from n
        """, "corrupt"
      ),
      ("drop table cards; create virtual table cards using fts5(id, _fact_id)", "corrupt"),
      ("alter table log drop column grade", "corrupt"), ("delete from cards", "empty"),
      ("update global_variables set value = '5'", "too_new"),
      ("insert into media values ('../x', '')", "unsafe"),
      ("insert into media values ('/etc/passwd', '')", "unsafe"),
      ("insert into media values (x'410042', '')", "unsafe"),
    ])
  func schemas(sql: String, code: String) throws { #expect(try self.code(sql) == code) }

  @Test("without what is not needed, cards come all the same")
  func optional() throws {
    let bytes = try database(
      "drop table log; drop table tags; drop table media; drop table global_variables")
    let read = try PackageContents(bytes, .mnemosyne)
    #expect(read.cards.count == 10)
    #expect(read.cards.allSatisfy { $0.tags.isEmpty && $0.detail.reviews.isEmpty })
  }

  @Test("values of a wrong type in every column make no fault")
  func wrongTypes() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Fixture.bytes("import/mnemosyne-db/default.db"), to: "default.db")
    var columns: [(table: String, column: String)] = []
    let connection = try SQLiteConnection(path: path, access: .read)
    for table in ["cards", "facts", "data_for_fact", "tags", "tags_for_card", "log", "media"] {
      let row = try connection.prepare("select name from pragma_table_info('\(table)')")
      while try row.step() { columns.append((table, row.text(0))) }
    }
    #expect(columns.count > 40)
    let values = [
      "null", "'x'", "x'FFFE00'", "1e300", "-9223372036854775808", "9223372036854775807",
    ]
    for (table, column) in columns {
      for value in values {
        // Keys take no value of a wrong type.
        guard let bytes = try? database("update or ignore \(table) set \(column) = \(value)") else {
          continue
        }
        let found = PackageContents.code(bytes, .mnemosyne)
        #expect(
          [nil, "empty", "unsafe", "corrupt"].contains(found),
          "\(table).\(column) = \(value): \(found ?? "")")
      }
    }
  }

  @Test("an empty side is told by the card's number, and cards without an id are known by text")
  func rows() throws {
    let bytes = try database(
      "update cards set answer = ' ' where _id = 2; update cards set id = '' where _id > 8")
    let read = try PackageContents(bytes, .mnemosyne)
    #expect(read.problems.map { "\($0.line): \($0.reason.words)" } == ["2: empty back"])
    #expect(read.cards.filter { $0.key.isEmpty }.count == 2)
  }

  @Test("grades tell the state, and inactive cards are suspended")
  func states() throws {
    let bytes = try database(
      """
      update cards set grade = 1, last_rep = 1736000000, next_rep = 1736000000 where _id < 4;
      update cards set lapses = 0 where _id = 1; update cards set active = 0 where _id = 2
      """)
    let cards = try PackageContents(bytes, .mnemosyne).cards
    #expect(cards[0].detail.schedule?.state == .learning)
    #expect(cards[2].detail.schedule?.state == .relearning)
    #expect(cards.map(\.detail.isSuspended).filter { $0 }.count == 1)
  }

  @Test("a database cut anywhere, or with bytes changed, is read or refused")
  func damaged() throws {
    let bytes = try Fixture.bytes("import/mnemosyne-db/default.db")
    for end in stride(from: 0, to: bytes.count, by: 997) {
      let found = PackageContents.code(Array(bytes[..<end]), .mnemosyne)
      #expect(found == "corrupt", "\(end): \(found ?? "read")")
    }
    let codes: Set<String?> = [nil, "corrupt", "empty", "too_large", "too_new", "unsafe"]
    var random = SeededRandom(seed: 23)
    for round in 0..<300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        changed[Int.random(in: 16..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let found = PackageContents.code(changed, .mnemosyne)
      #expect(codes.contains(found), "round \(round) of seed 23: \(found ?? "")")
    }
  }

  @Test("only plain files of the folder are media")
  func folder() throws {
    let folder = try TemporaryDirectory()
    try folder.makeFolder("media")
    try folder.makeFolder("media/flag.png")
    let bytes = try Fixture.bytes("import/mnemosyne-db/default.db")
    let path = "\(folder.path)/media"
    #expect(try PackageContents(bytes, .mnemosyne, mediaFolder: path).media == [])
    #expect(
      try PackageContents(bytes, .mnemosyne, mediaFolder: folder.path + "/none").media == [])
  }
}

/// Sets of cards that Mnemosyne shares, beyond what the fixture shows.
@Suite struct MnemosyneSetTests {
  private func set(_ entries: String, name: String = "S") throws(PackageError) -> PackageContents {
    let document = "<openSM2sync number_of_entries=\"1\">\(entries)</openSM2sync>"
    let archive = ZipBuilder([
      ZipBuilder.Member("METADATA", "card_set_name:\(name)\nauthor_name:x\n"),
      ZipBuilder.Member("cards.xml", document),
    ])
    return try PackageContents(archive.bytes, .mnemosyneCards)
  }

  private func card(_ view: String, fact: String = "a", _ more: String = "") -> String {
    "<log type=\"6\" o_id=\"c\(view)\" fact=\"\(fact)\" fact_v=\"\(view)\" tags=\"\" gr=\"-1\">\(more)</log>"
  }

  @Test("fields of the known card types, of own ones and of unknown ones make the sides")
  func views() throws {
    let fact =
      "<f>F</f><p_1>P</p_1><m_1>M</m_1><n>N</n><loc>L</loc><blank>B</blank><marked>K</marked>"
    let own =
      "<log type=\"19\" o_id=\"9.1\"><q_fact_keys>['n', \"m_1\"]</q_fact_keys><a_fact_keys>['f']</a_fact_keys></log>"
    let read = try set(
      ["3.1", "3.2", "4.1", "4.2", "9.1", "9.9"].map { card($0) }.joined()
        + "<log type=\"16\" o_id=\"a\">\(fact)</log>" + own)
    #expect(
      read.cards.map { "\($0.front) = \($0.back)" } == [
        "F = P\nM\nN", "M = F\nP\nN", "L\nB = L\nK", "K = L", "N\nM = F",
        "F = P\nM\nN\nL\nB\nK",
      ])
    #expect(read.cards.allSatisfy { $0.deck == "S" })
    #expect(read.cards.map(\.noteOrd) == [0, 1, 2, 3, 4, 5])
  }

  @Test("cloze cards hide the deletion that they tell, in a sentence too")
  func cloze() throws {
    let read = try set(
      "<log type=\"16\" o_id=\"a\"><text>[x:y:z] and [b] []</text></log>"
        + "<log type=\"16\" o_id=\"s\"><f>A [word] here</f><m_1>M</m_1></log>"
        + card("5.1", "<extra>{'cloze': \"'index': 7\", 'index': 0}</extra>")
        + card("5.2", "<extra>{'index': 1}</extra>")
        + card("6.2", fact: "s", "<extra>{'index': 0}</extra>") + card("6.1", fact: "s"))
    #expect(
      read.cards.map { "\($0.front) = \($0.back)" } == [
        "[y:z] and b [] = x", "x and [...] [] = b", "A [...] here = word\nM", "A word here = M",
      ])
  }

  @Test("a card whose fact is missing is told, and learning that was shared is taken")
  func facts() throws {
    let read = try set(
      card("1.1", fact: "gone")
        + """
        <log type="6" o_id="k" fact="a" fact_v="1.1" gr="4" e="2.6" ac_rp="1" rt_rp="2" lps="0"
          l_rp="1736000000" n_rp="1736864000"></log>
        <log type="16" o_id="a"><f>F</f><b>B</b></log>
        """)
    #expect(read.problems.map(\.reason) == [.noNote])
    #expect(read.cards.map(\.detail.schedule?.intervalDays) == [10])
    #expect(read.cards.map(\.detail.schedule?.reps) == [3])
  }

  @Test("a document of something else, or that harms, is refused")
  func refused() {
    func code(_ document: String) -> String? {
      PackageContents.code(
        ZipBuilder([ZipBuilder.Member("METADATA", ""), ZipBuilder.Member("cards.xml", document)])
          .bytes, .mnemosyneCards)
    }
    #expect(code("<other/>") == "malformed")
    #expect(code("<openSM2sync>") == "malformed")
    #expect(code("") == "malformed")
    #expect(
      code("<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><openSM2sync>&e;</openSM2sync>")
        == "unsafe")
    #expect(code("<openSM2sync>" + String(repeating: "<a>", count: 10_000)) == "too_large")
  }
}
