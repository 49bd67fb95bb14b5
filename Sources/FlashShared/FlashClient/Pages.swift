public import FlashAPI

/// The rows of a list, page by page: the next page is fetched once its first row is asked for.
public struct Pages<Query: PagedQuery, Answer: Page> {
  private var query: Query
  private let fetch: (Query) throws -> Answer
  private var rows: ArraySlice<Answer.Row> = []
  private var isLast = false
  /// How many rows are still wanted; nil for all.
  private var left: Int?

  /// The most rows that a server gives at once.
  private static var largest: Int { 500 }

  /// - Parameter limit: how many rows are wanted; nil for all.
  public init(_ query: Query, limit: Int? = nil, fetch: @escaping (Query) throws -> Answer) {
    self.query = query
    self.fetch = fetch
    left = limit
  }

  /// - Returns: nil after the last row.
  /// - Throws: as the fetching of a page.
  public mutating func next() throws -> Answer.Row? {
    if left == 0 { return nil }
    while rows.isEmpty, !isLast {
      query.limit = min(left ?? Self.largest, Self.largest)
      let answer = try fetch(query)
      rows = answer.rows[...]
      // A server that leads back to where one was would be walked for ever.
      isLast = answer.nextCursor == nil || answer.nextCursor == query.cursor
      query.cursor = answer.nextCursor
    }
    left = left.map { $0 - 1 }
    return rows.popFirst()
  }
}
