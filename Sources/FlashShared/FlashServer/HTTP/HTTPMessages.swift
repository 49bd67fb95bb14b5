public import FlashModel
public import FlashSnapshot

/// A request without its body.
public struct HTTPHead: Sendable {
  /// As sent, such as `GET`.
  public var method: String
  /// The path as sent, without the query.
  public var path: String
  /// By name, in the order sent, decoded.
  public var query: [(name: String, value: String)]
  /// By name in lower case; of a repeated field the first, of `x-forwarded-for` all.
  public var fields: [String: String]
  /// The address of the other side of the connection, such as `127.0.0.1`; in a call, of whoever
  /// asks through the proxies that are trusted.
  public var peer: String

  public init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    fields: [String: String] = [:], peer: String
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.peer = peer
  }

  public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// What follows `Bearer `.
  public var bearer: String? {
    guard let field = fields["authorization"], field.utf8.count <= 1_024 else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1]).trimmed
  }

  public var hasBody: Bool {
    fields["transfer-encoding"] != nil || contentLength.map { $0 > 0 } ?? false
  }

  /// The length that was announced; nil for a body in pieces, or none.
  public var contentLength: Int? { fields["content-length"].flatMap { Int($0) } }
}

public struct HTTPResponse: Sendable {
  public var status: Int
  public var fields: [(name: String, value: String)]
  public var body: [UInt8]
  /// The body where it is too long for memory; `body` is empty then.
  public var file: SealedFile?

  public init(_ status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  public static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    HTTPResponse(status, fields: [("Content-Type", "application/json")], body: value.bytes)
  }

  public func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What is to be done with a request of which only the head is known.
public enum HTTPVerdict: Sendable {
  /// Read at most so many bytes, and answer when all have come; if more come, answer to one byte
  /// more than that.
  case read(limit: Int, answer: @Sendable ([UInt8]) -> HTTPResponse)
  /// Answer at once, and read nothing.
  case answer(HTTPResponse)
}

/// Looks at a head before anything of the body is read. Called from many threads at once.
public typealias HTTPService = @Sendable (HTTPHead) -> HTTPVerdict

extension String {
  var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
