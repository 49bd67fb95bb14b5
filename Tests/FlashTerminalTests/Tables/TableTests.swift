import Testing

@testable import FlashTerminal

@Suite("Tables")
struct TableTests {
  private var decks: Table {
    var table = Table([.text("DECK"), .number("DUE"), .text("TOPIC")])
    table.append(["Spanish::Verbs", "12", "Spanish"])
    table.append(["漢字", "3", ""])
    table.append(["one\ttab\nand line", "10000", "x"])
    return table
  }

  @Test("columns are aligned, numbers to the right, and no line ends in spaces")
  func aligned() {
    #expect(
      decks.lines(width: nil).map(\.text) == [
        "DECK                DUE  TOPIC",
        "Spanish::Verbs       12  Spanish",
        "漢字                  3",
        "one tab and line  10000  x",
      ])
  }

  @Test("the widest text gives way first, numbers never")
  func fitted() {
    #expect(
      decks.lines(width: 26).map(\.text) == [
        "DECK          DUE  TOPIC",
        "Spanish::…     12  Spanish",
        "漢字            3",
        "one tab a…  10000  x",
      ])
  }

  @Test("no line is wider than the window", arguments: 20...40)
  func neverWider(width: Int) {
    #expect(decks.lines(width: width).allSatisfy { $0.cellWidth <= width })
  }

  @Test("a row may have too few cells or too many")
  func ragged() {
    var table = Table([.text("A"), .text("B")])
    table.append(["1"])
    table.append(["1", "2", "3"])
    #expect(table.lines(width: 20).map(\.text) == ["A  B", "1", "1  2"])
  }
}
