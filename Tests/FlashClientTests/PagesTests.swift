import FlashAPI
import FlashClient
import Testing

@Suite struct PagesTests {
  private struct Numbers: Page {
    let rows: [Int]
    let nextCursor: String?
  }

  /// Ten numbers, as many at a time as are asked for, three at most.
  private final class Source {
    var limits: [Int] = []

    func page(_ query: MailQuery) -> Numbers {
      limits.append(query.limit ?? 0)
      let start = query.cursor.flatMap { Int($0) } ?? 0
      let end = min(10, start + min(3, query.limit ?? 3))
      return Numbers(rows: Array(start..<end), nextCursor: end < 10 ? "\(end)" : nil)
    }
  }

  private func all(_ limit: Int?) throws -> (rows: [Int], limits: [Int]) {
    let source = Source()
    var pages = Pages(MailQuery(), limit: limit) { source.page($0) }
    var rows: [Int] = []
    while let row = try pages.next() { rows.append(row) }
    return (rows, source.limits)
  }

  @Test("all rows come, each once, and a page only when it is needed")
  func pages() throws {
    #expect(try all(nil).rows == Array(0..<10))
    #expect(try all(nil).limits == [500, 500, 500, 500])
    #expect(try all(4) == ([0, 1, 2, 3], [4, 1]))
    #expect(try all(0) == ([], []))
  }

  @Test("an empty page is no end, and a cursor that does not move is one")
  func odd() throws {
    let answers: [String?: Numbers] = [
      nil: Numbers(rows: [], nextCursor: "a"), "a": Numbers(rows: [1], nextCursor: "a"),
    ]
    var pages = Pages(MailQuery()) { answers[$0.cursor] ?? Numbers(rows: [], nextCursor: nil) }
    #expect(try pages.next() == 1)
    #expect(try pages.next() == nil)
    #expect(try pages.next() == nil)
  }
}
