/// The query of a URL, member by member.
struct QueryText {
  private(set) var text = ""

  /// Adds a member, unless there is nothing to say.
  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    text += "\(text.isEmpty ? "" : "&")\(name)=\(value.percentEncoded)"
  }

  mutating func add(_ name: String, _ value: Int?) { add(name, value.map { String($0) }) }
}

/// What an operation is asked for in its URL.
public protocol EndpointQuery: Sendable, Hashable {
  /// As it stands behind the question mark; empty for none.
  var query: String { get }
}

/// What is asked for a page at a time.
public protocol PagedQuery: EndpointQuery {
  /// The `next_cursor` of the page before.
  var cursor: String? { get set }
  /// Rows by page, 1 to 500; nil is 50.
  var limit: Int? { get set }
}

/// One page of a list.
public protocol Page: Decodable, Sendable {
  associatedtype Row: Sendable
  var rows: [Row] { get }
  /// Where the next one begins; nil for the last.
  var nextCursor: String? { get }
}
