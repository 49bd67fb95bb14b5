import FlashAPI
import FlashCrypto
import FlashModel

// What calls of operators say beside their bodies.

extension Call {
  /// The account that the path names.
  /// - Throws: ``Problem`` `.notFound` for what is no id.
  func namedUser() throws(Problem) -> UserID {
    guard let user = UserID(parameters["user_id"] ?? "") else { throw Problem.noSuchUser }
    return user
  }

  /// Why it is done, as the query says.
  func reason() throws(Problem) -> String? { try Self.reason(head.query("reason")) }

  /// - Throws: ``Problem`` `.validationFailed` for a reason that is too long.
  static func reason(_ text: String?) throws(Problem) -> String? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    return try Self.text(text, "reason", 1...500)
  }

  /// - Throws: ``Problem`` `.validationFailed` for a text of another length.
  static func text(
    _ text: String, _ field: String, _ lengths: ClosedRange<Int>
  ) throws(Problem) -> String {
    guard lengths.contains(text.unicodeScalars.count), !text.utf8.contains(0) else {
      throw Problem.invalid(
        field, "must have \(lengths.lowerBound) to \(lengths.upperBound) characters")
    }
    return text
  }

  /// A member of the query that is one of `values`; nil if it is absent.
  func choice(_ name: String, of values: [String]) throws(Problem) -> String? {
    guard let text = head.query(name) else { return nil }
    guard values.contains(text) else {
      throw Problem.invalid(name, "must be \(values.joined(separator: ", "))")
    }
    return text
  }

  /// A member of the query that is a moment; nil if it is absent.
  func moment(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = head.query(name) else { return nil }
    guard let moment = Timestamp(rfc3339: text) else {
      throw Problem.invalid(name, "must be a moment such as 2026-11-30T08:00:00Z")
    }
    return moment
  }

  /// How many rows a page is to have.
  func pageLimit() throws(Problem) -> Int {
    try PullQuery.limit(head, atMost: 500, otherwise: 50)
  }

  /// Where a page begins, in the words of ``PageCursor``; nil for the first.
  func cursor(_ parts: Int) throws(Problem) -> [String]? {
    guard let text = head.query("cursor") else { return nil }
    guard let values = PageCursor.parts(of: text), values.count == parts else {
      throw Problem.invalid("cursor", "is none that was given out")
    }
    return values
  }
}

extension Problem {
  static let noSuchUser = Problem(.notFound, "There is no such account.")
}

/// Where the next page of a list begins: what the last row of this one is sorted by.
enum PageCursor {
  static func text(_ parts: [String]) -> String {
    Base64.url.encode(Array(parts.joined(separator: "\n").utf8))
  }

  static func parts(of text: String) -> [String]? {
    guard text.utf8.count <= 512, let bytes = Base64.url.decode(text) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
