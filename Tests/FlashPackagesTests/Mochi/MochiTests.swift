import FlashModel
import FlashPackages
import FlashTestSupport
import FlashText
import Testing

/// Exports of Mochi, well-formed ones and others.
@Suite struct MochiTests {
  private static func package(_ data: String, _ name: String = "data.edn") -> [UInt8] {
    ZipBuilder([ZipBuilder.Member(name, data)]).bytes
  }

  private func edn(_ data: String) throws -> PackageContents {
    try PackageContents(Self.package(data), .mochi)
  }

  private func cards(_ cards: String, _ others: String = "") throws -> PackageContents {
    try edn("{:version 2 :decks [{:id :d :name \"D\" :cards [\(cards)]}] \(others)}")
  }

  private func sides(_ content: String) throws -> [[String]] {
    try cards("{:id :x :content \"\(content)\"}").cards.map { [$0.front, $0.back] }
  }

  @Test(
    "content is sides with a line of --- between, and deletions",
    arguments: [
      ("a\\n---\\nb", [["a", "b"]]), ("a\\n---\\nb\\n---\\nc", [["a", "b\n\nc"]]),
      ("a\\r\\n---\\r\\nb", [["a", "b"]]), ("a --- b\\n---\\nc", [["a --- b", "c"]]),
      ("{{x}} y {{z}}", [["[...] y [...]", "**x** y **z**"]]),
      ("{{2::x}} {{1::y}}", [["x [...]", "x **y**"], ["[...] y", "**x** y"]]),
      ("{{x}}\\n---\\nmore", [["[...]", "**x**\n\nmore"]]),
      ("`{{x}}`\\n---\\nb", [["`{{x}}`", "b"]]),
      ("{{std::vector}}", [["[...]", "**std::vector**"]]),
      ("{{ {a} }}}", [["[...]", " **{a} }**"]]), ("{{x\\n---\\nb", [["{{x", "b"]]),
      ("{{}}\\n---\\nb", [["{{}}", "b"]]),
    ])
  func content(content: String, expected: [[String]]) throws {
    #expect(try sides(content) == expected.map { $0.map { CardText.cleaned($0) } })
  }

  @Test("cloze cards are siblings of one editable text, where its notation says the same")
  func cloze() throws {
    let read = try cards("{:id :x :content \"{{1::a}} {{2::b}}\\n---\\nmore\"}")
    #expect(read.cards.map(\.key) == ["mochi:x:1", "mochi:x:2"])
    #expect(read.cards.map(\.noteOrd) == [1, 2])
    #expect(
      read.cards.map(\.note) == Array(repeating: "{{c1::a}} {{c2::b}}\n\n---\n\nmore", count: 2))
    #expect(try cards("{:id :x :content \"{{a::b}}\"}").cards.map(\.note) == [""])
  }

  @Test("decks hang in one another, in circles as well, and cards follow their positions")
  func decks() throws {
    let read = try edn(
      """
      {:decks [{:id :c :name "C" :parent-id :b :cards [{:content "1\n---\nx" :pos "b"}
                                                     {:content "2\n---\nx"}
                                                     {:content "3\n---\nx" :pos "a"}]}
               {:id :b :name "B" :parent-id :a} {:id :a :name "A" :archived? true}
               {:id :l :name "L" :parent-id :m :cards [{:content "4\n---\nx"}]}
               {:id :m :name "M" :parent-id :l}]
       :cards [{:content "5\n---\nx" :deck-id :b} {:content "6\n---\nx"}]}
      """)
    #expect(read.cards.map(\.front) == ["3", "1", "2", "5", "4", "6"])
    #expect(read.cards.map(\.deck) == ["A::B::C", "A::B::C", "A::B::C", "A::B", "M::L", ""])
    #expect(read.cards.map(\.detail.isSuspended) == [true, true, true, true, false, false])
  }

  @Test("reviews come in order, each at a moment of its own, and lead to the schedule")
  func reviews() throws {
    let read = try cards(
      """
      {:content "a\n---\nb" :created-at #inst "2024-12-01T00:00:00Z" :reviews
        [{:date #inst "2025-01-04T10:00:00.000-00:00" :interval 3 :remembered? false}
         {:date #inst "2025-01-01T10:00:00Z" :interval 1 :remembered? true}
         {:date #inst "2025-01-01T10:00:00Z" :interval 1 :remembered? true}
         {:date #inst "1970-01-01T00:00:00Z" :remembered? true} {:date "x"} 7]}
      """)
    let card = try #require(read.cards.first)
    let first = try #require(Timestamp(rfc3339: "2025-01-01T10:00:00Z"))
    let last = try #require(Timestamp(rfc3339: "2025-01-04T10:00:00Z"))
    #expect(
      card.detail.reviews == [
        ForeignReview(.review(.good), at: first),
        ForeignReview(.review(.good), at: first.advanced(by: 1)),
        ForeignReview(.review(.again), at: last),
      ])
    #expect(
      card.detail.schedule
        == ForeignSchedule(
          .review, due: .exact(last.advanced(by: 3 * Timestamp.millisecondsPerDay)),
          lastReviewed: .exact(last), intervalDays: 3, reps: 3, lapses: 1))
    #expect(card.detail.madeAt == Timestamp(rfc3339: "2024-12-01T00:00:00Z"))
    #expect(read.warnings == ["3 reviews have no time"])
  }

  @Test("templates are filled in from fields, by name or id")
  func templates() throws {
    let read = try cards(
      """
      {:template-id :t :fields {:name {:id :name :value "N"} :b {:value "B"}}}
      {:template-id :t :fields {:name {:id :name :value "{{N}}"}}}
      {:template-id :none :content "x\n---\ny"}
      """,
      """
      :templates #{{:id :t :content "<< Name >>!\n---\n<<Back>> << b >> << gone >> << open"
                    :fields {:name {:id :name :name "Name"} :b {:id :b :name "Back"}}}}
      """)
    #expect(read.cards.map(\.front) == ["N!", "[...]!", "x"])
    #expect(read.cards.map(\.back) == ["B B  << open", "**N**!\n\n<< open", "y"])
  }

  @Test("media may be told as @media/NAME; folders and Mac's leftovers are none")
  func media() throws {
    let builder = ZipBuilder([
      ZipBuilder.Member(
        "data.edn", "{:decks [{:cards [{:content \"![x](@media/a.png) ![](b.png)\n---\ny\"}]}]}"),
      ZipBuilder.Member("a.png", [1]), ZipBuilder.Member("__MACOSX/a.png", [2]),
      ZipBuilder.Member("more/c.png", [3]),
    ])
    let read = try PackageContents(builder.bytes, .mochi)
    #expect(read.media == [AnkiFile.Media(name: "a.png", bytes: [1])])
    #expect(read.cards.map(\.front) == ["![x](a.png) ![](b.png)"])
    #expect(
      read.warnings == [
        "files in other folders of the archive are left out: 1",
        "'b.png' is shown by a card and not in the file",
      ])
  }

  @Test(
    "data of something else, of the future or of nothing is refused",
    arguments: [
      ("{:version 3 :decks []}", "too_new"), ("[]", "corrupt"), ("7", "corrupt"), ("{}", "empty"),
      ("{:decks [{:id :d :name \"D\" :cards []}]}", "empty"), ("{:decks 7}", "empty"),
      ("{:decks nil :cards 7}", "empty"), ("", "malformed"), ("{:a}", "malformed"),
    ])
  func refused(data: String, code: String) {
    #expect(PackageContents.code(Self.package(data), .mochi) == code)
  }

  @Test("values of a wrong type in any place make no fault")
  func wrongTypes() throws {
    let data =
      """
      {:version 2 :decks [{:id :d :name "D" :parent-id :e :archived? false :cards
        [{:id :c :content "a" :pos "1" :tags ["t"] :created-at #inst "2025-01-01T00:00:00Z"
          :template-id :t :fields {:n {:id :n :value "v"}}
          :reviews [{:date #inst "2025-01-01T00:00:00Z" :interval 3 :remembered? true}]}]}]
       :templates [{:id :t :name "T" :content "<< N >>\n---\nb" :fields {:n {:id :n :name "N"}}}]}
      """
    #expect(PackageContents.code(Self.package(data), .mochi) == nil)
    let values = ["nil", "7", "-1e300", "\"\"", "[]", "{}", "#{1}", ":x", "{:a {:b [nil]}}"]
    let keys = data.matches(of: #/:[a-z-]+\??(?= )/#).map(\.range)
    var tried = 0
    for key in keys {
      // What stands behind a key is replaced together with all that is in it.
      for value in values {
        let changed = data[..<key.upperBound] + " \(value) #_" + data[key.upperBound...]
        let found = PackageContents.code(Self.package(String(changed)), .mochi)
        #expect(
          [nil, "empty", "corrupt", "malformed", "too_new"].contains(found),
          "\(data[key]) \(value): \(found ?? "")")
        tried += 1
      }
    }
    #expect(tried > 150)
  }
}
