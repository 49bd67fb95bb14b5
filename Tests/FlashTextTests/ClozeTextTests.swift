import FlashTestSupport
import FlashText
import Testing

@Suite struct ClozeTextTests {
  @Test(
    "a card hides its own deletions and shows all others",
    arguments: [
      ("{{c1::Paris}} is in {{c2::France}}", 1, "[...] is in France", "**Paris** is in France"),
      ("{{c1::Paris}} is in {{c2::France}}", 2, "Paris is in [...]", "Paris is in **France**"),
      ("{{c1::Paris::city}}!", 1, "[city]!", "**Paris**!"),
      ("{{c1,3::x}} {{c2::y}}", 3, "[...] y", "**x** y"),
      ("{{c1::a {{c2::b}} c}}", 1, "[...]", "**a b c**"),
      ("{{c1::a {{c2::b::h}} c}}", 2, "a [h] c", "a **b** c"),
      ("{{c1:: x }}y", 1, "[...]y", " **x** y"),
      ("{{c1::a::b::c}}", 1, "[b::c]", "**a**"), ("{{c1::a::}}", 1, "[...]", "**a**"),
      ("{{c1::a}}}", 1, "[...]}", "**a**}"), ("{{c1::a}::}}", 1, "[...]", "**a}**"),
      ("{{c1::a}::...}}", 1, "[...]", "**a}**"),
      ("a }} b {{c1::c}}", 1, "a }} b [...]", "a }} b **c**"),
    ])
  func renders(text: String, number: Int, front: String, back: String) {
    let cloze = ClozeText(text)
    #expect(cloze.front(of: number) == front)
    #expect(cloze.back(of: number) == back)
  }

  @Test(
    "the numbers that make a card are those of its deletions, but never 0",
    arguments: [
      ("none", []), ("{{c3::a}} {{c1::b}} {{c3::c}}", [1, 3]), ("{{c0::a}}", []),
      ("{{c2,5::a}}", [2, 5]), ("{{c1::a {{c2::b}}}}", [1, 2]), ("{{c501::a}}{{c500::b}}", [500]),
      ("{{c::a}} {{c1:a}} {{C1::a}} {{c1,::a}} {{c12345678::a}}", []),
    ] as [(String, [Int])])
  func numbers(text: String, numbers: [Int]) {
    #expect(ClozeText(text).numbers == numbers)
  }

  @Test(
    "what is not closed stays as it stands",
    arguments: [
      "{{c1::a", "x {{c1::a::h", "{{c1::a {{c2::b", "{{c1::", "{{c1", "{{c1::a}", "a::b",
      "{{{{c1::",
    ])
  func literal(text: String) {
    #expect(ClozeText(text).numbers == [])
    #expect(ClozeText(text).front(of: 1) == text)
  }

  @Test("a closed deletion inside one that is not closed still counts")
  func innerOfUnclosed() {
    let cloze = ClozeText("{{c1::a {{c2::b}} c")
    #expect(cloze.numbers == [2])
    #expect(cloze.front(of: 2) == "{{c1::a [...] c")
  }

  @Test("ten levels count, the eleventh is text")
  func depth() {
    let opens = (1...11).map { "{{c\($0)::" }.joined()
    let cloze = ClozeText(opens + "x" + String(repeating: "}}", count: 11))
    #expect(cloze.numbers == Array(1...10))
    #expect(cloze.back(of: 10) == "**{{c11::x}}**")
  }

  @Test("any text can be read, and without marks it comes out unchanged")
  func anything() {
    var random = SeededRandom(seed: 9)
    let pieces = ["{{c1::", "{{c2,1::", "}}", "::", "{{", "}", "é", "x", "\n"]
    for round in 0..<3_000 {
      let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      let cloze = ClozeText(text)
      if cloze.numbers.isEmpty {
        #expect(cloze.front(of: 1) == text, "seed 9, round \(round)")
      }
    }
  }
}
