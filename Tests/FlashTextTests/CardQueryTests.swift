import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct CardQueryTests {
  @Test(
    "terms are read as they are meant",
    arguments: [
      ("dog", .text(QueryText("dog"))),
      ("\"two words\"", .text(QueryText("two words"))),
      ("d*g", .text(QueryText(pieces: ["d", "g"]))),
      (#"d\*g"#, .text(QueryText("d*g"))),
      (#"12:30"#, .text(QueryText("12:30"))),
      (#"http\://x"#, .text(QueryText("http://x"))),
      (#""http://x y""#, .text(QueryText("http://x y"))),
      ("A::B", .text(QueryText("A::B"))),
      ("\"or\"", .text(QueryText("or"))),
      (#"\-x"#, .text(QueryText("-x"))),
      ("e\u{301}", .text(QueryText("\u{E9}"))),
      ("deck:Spanish::Verbs", .deck(QueryText("Spanish::Verbs"))),
      ("deck:\"My deck\"", .deck(QueryText("My deck"))),
      ("\"deck:My deck\"", .deck(QueryText("My deck"))),
      ("DECK:span*", .deck(QueryText(pieces: ["span", ""]))),
      ("tag:none", .untagged),
      ("tag:\"none\"", .tag(QueryText("none"))),
      ("is:due", .mark(.due)),
      ("is:Relearning", .mark(.relearning)),
      ("prop:due<=3", .property(.due, .lessOrEqual, 3)),
      ("prop:due=-1", .property(.due, .equal, -1)),
      ("prop:r<0.8", .property(.retrievability, .less, 0.8)),
      ("prop:stability>=.5", .property(.stability, .greaterOrEqual, 0.5)),
      ("prop:d!=7", .property(.difficulty, .notEqual, 7)),
      ("prop:pos>1", .property(.position, .greater, 1)),
      ("rated:7", .rated(days: 7, nil)),
      ("rated:7:1", .rated(days: 7, .again)),
      ("rated:1:easy", .rated(days: 1, .easy)),
      ("added:30", .added(days: 30)),
      ("edited:1", .edited(days: 1)),
      ("introduced:2", .introduced(days: 2)),
      ("flag:0", .flag(0)),
      ("kind:type-in", .kind(.typeIn)),
      ("hint:*", .side(.hint, QueryText(pieces: ["", ""]))),
      ("source:anki:*", .source(QueryText(pieces: ["anki:", ""]))),
    ] as [(String, CardTerm)])
  func terms(text: String, expected: CardTerm) throws {
    #expect(try CardQuery(parsing: text) == .term(expected))
  }

  @Test("ids are read in a list, and in either case")
  func identifiers() throws {
    let (one, two) = (
      "0190163d-8694-739b-aea5-966c26f8ad91", "0190163D-8694-739B-AEA5-966C26F8AD92"
    )
    let ids = try [one, two].map { try #require(CardID($0)) }
    #expect(try CardQuery(parsing: "id:\(one),\(two)") == .term(.ids(ids)))
    #expect(
      try CardQuery(parsing: "note:\(one)") == .term(.note(try #require(NoteID(one)))))
  }

  @Test("a pattern keeps its backslashes, and quotes in it are escaped")
  func pattern() throws {
    #expect(try CardQuery(parsing: #"re:\d+"#) == .term(.pattern(try TextPattern(#"\d+"#))))
    #expect(
      try CardQuery(parsing: #"re:"(a|\"b\") \\ \w""#)
        == .term(.pattern(try TextPattern(#"(a|"b") \\ \w"#))))
  }

  @Test("'or' binds less than what stands side by side, '-' binds most")
  func precedence() throws {
    let (a, b, c) = (word("a"), word("b"), word("c"))
    #expect(try CardQuery(parsing: "a b or c") == .or([.and([a, b]), c]))
    #expect(try CardQuery(parsing: "a (b OR c)") == .and([a, .or([b, c])]))
    #expect(try CardQuery(parsing: "-a b") == .and([.not(a), b]))
    #expect(try CardQuery(parsing: "-(a b)") == .not(.and([a, b])))
    #expect(try CardQuery(parsing: "--a") == .not(.not(a)))
    #expect(try CardQuery(parsing: "a and (b c)") == .and([a, b, c]))
    #expect(try CardQuery(parsing: "a-b") == word("a-b"))
    #expect(try CardQuery(parsing: " \n ") == .all)
  }

  @Test("a printed query is read as the same query", arguments: 0..<40)
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let query = RandomQuery.query(&random)
      #expect(try CardQuery(parsing: query.description) == query, "\(query)")
    }
  }

  @Test("whatever is typed, the parser answers, and prints what it read", arguments: 0..<20)
  func garbage(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", "-", "(", ")", "\"", "\\", "*", ":", " ", "or ", " and ", "deck:", "re:", "prop:", "due",
      "<=", "!", "3", "-7", "tag:", "is:", "rated:", "[", "]", "{9}", "é", "\u{301}", "\0", "👩‍👩‍👧",
      "id:", ",", "0190163d-8694-739b-aea5-966c26f8ad91", "\r\n", "=", "1e9", "none", "flag:",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        RandomQuery.pick(pieces, &random)
      }.joined()
      switch Result(catching: { () throws(QueryError) in try CardQuery(parsing: text) }) {
      case .success(let query):
        #expect(try CardQuery(parsing: query.description) == query, "\(text)")
      case .failure(let error):
        #expect((1...text.count + 1).contains(error.column), "\(text)")
      }
    }
  }

  @Test("a query may be long, deep and wide only so far")
  func limits() throws {
    func fault(_ text: String) throws -> QueryError {
      try #require(throws: QueryError.self) { try CardQuery(parsing: text) }
    }
    let deep = String(repeating: "(", count: 21) + "a" + String(repeating: ")", count: 21)
    #expect(try fault(deep).message == "query: column 21: nested deeper than 20")
    #expect(
      try fault(String(repeating: "a ", count: 401)).message
        == "query: column 801: more than 400 terms")
    #expect(
      try fault(String(repeating: "a", count: 65_537)).message
        == "query: column 1: longer than 65536 bytes")
    #expect(try CardQuery(parsing: String(repeating: "-", count: 20) + "a").description.count == 21)
  }

  private func word(_ text: String) -> CardQuery { .term(.text(QueryText(text))) }
}

@Suite struct QueryErrorTests {
  @Test(
    "a fault is told with its column, and what may have been meant",
    arguments: [
      ("dek:x", 1, "no such term: 'dek:'", "did you mean 'deck:'?"),
      ("a http://x", 3, "no such term: 'http:'", #"to look for the text itself, write 'http\:'"#),
      ("is:leach", 4, "'is:' does not know 'leach'", "did you mean 'leech'?"),
      (
        "kind:xxxxxxx", 6, "'kind:' does not know 'xxxxxxx'",
        "did you mean 'basic', 'cloze', 'type_in'?"
      ),
      (
        "a is:xyzzy", 6, "'is:' does not know 'xyzzy'",
        "it knows new, learning, review, relearning, due, suspended, buried, leech, flagged, deleted"
      ),
      ("prop:lapse>3", 6, "'prop:' does not know 'lapse'", "did you mean 'lapses'?"),
      ("prop:due", 6, "no comparison in 'prop:due'", nil),
      ("prop:due<x", 10, "'prop:due': a whole number expected, found 'x'", nil),
      ("prop:due<=0.5", 11, "'prop:due': a whole number expected, found '0.5'", nil),
      ("prop:r<nan", 8, "'prop:r': a number expected, found 'nan'", nil),
      ("rated:0", 7, "'rated:': a number of days, from 1 expected, found '0'", nil),
      (
        "rated:7:5", 9,
        "'rated:': a rating, 1 to 4, again, hard, good or easy expected, found '5'", nil
      ),
      ("flag:8", 6, "'flag:': a number from 0 to 7 expected, found '8'", nil),
      ("id:1,2", 4, "'id:': not an id: '1'", nil),
      ("a deck:", 3, "nothing stands behind 'deck:'", nil),
      ("re:(a|b)", 1, "nothing stands behind 're:'", nil),
      ("a \"b", 3, "the quote is not closed", nil),
      ("\"\"", 1, "nothing stands in the quotes", nil),
      ("(a", 1, "the parenthesis is not closed", nil),
      ("(", 1, "the parenthesis is not closed", nil),
      ("a)", 2, "no parenthesis is open here", nil),
      ("()", 1, "nothing stands behind '('", nil),
      ("a or", 3, "nothing stands behind 'or'", nil),
      ("or a", 1, "nothing stands before 'or'", nil),
      ("a - b", 3, "nothing stands behind '-'", nil),
      (#"re:"x \"[a""#, 9, "the bracket is not closed", nil),
    ] as [(String, Int, String, String?)])
  func faults(text: String, column: Int, reason: String, hint: String?) throws {
    let error = try #require(throws: QueryError.self) { try CardQuery(parsing: text) }
    #expect(error.message == "query: column \(column): \(reason)")
    if let hint { #expect(error.hint == hint) }
    #expect(error.kind == .badInput)
  }
}
