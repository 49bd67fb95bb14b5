public import FlashAPI

/// The parts of a path, as operations are found by them.
enum RequestPath {
  /// Splits at slashes, of which several count as one, and decodes each part by itself.
  ///
  /// Nothing is resolved: `..` is a name like any other, and no operation has it.
  /// - Returns: nil if an escape is not whole, or what is escaped is not text.
  static func parts(_ path: String) -> [String]? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let text = Percent.decoded(part, plusIsSpace: false) else { return nil }
      parts.append(text)
    }
    return parts
  }
}

/// Escapes in URLs.
/// - Source: RFC 3986, 2.1; for the plus sign the URL standard's form encoding.
enum Percent {
  /// - Returns: nil for an escape that is not whole, for what is not UTF-8, and for control
  ///   characters, which no name of ours has.
  static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

extension HTTPHead {
  /// A head whose path and query stand in one text, as on the request line.
  ///
  /// An older client writes `pull%3Fsince=0` where `pull?since=0` is meant: it is taken for that.
  /// - Throws: ``Problem`` `.badRequest` for a query that is not text.
  public init(
    method: String, target: String, fields: [String: String] = [:], peer: String
  ) throws(Problem) {
    var path = HTTPHead.withoutHost(target)
    var query: Substring = ""
    if let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = path[path.utf8.index(after: mark)...]
      path = path[..<mark]
    } else if let alias = HTTPHead.aliases.first(where: { path.hasPrefix($0) }) {
      query = path.dropFirst(alias.count)
      path = path.prefix(alias.count - 3)
    }
    self.init(
      method: method, path: String(path), query: try HTTPHead.pairs(query), fields: fields,
      peer: peer)
  }

  /// A request line may name the whole address, as it does to a proxy.
  /// - Source: RFC 9112, 3.2.2.
  private static func withoutHost(_ target: String) -> Substring {
    for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
      let rest = target.dropFirst(scheme.count)
      return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    return Substring(target)
  }

  private static let aliases = ["/api/v1/sync/pull%3F", "/api/v1/sync/pull%3f"]
  /// Names in a query; what we ask for has six at most.
  private static let mostPairs = 64

  private static func pairs(
    _ query: Substring
  ) throws(Problem) -> [(name: String, value: String)] {
    guard !query.isEmpty else { return [] }
    var pairs: [(name: String, value: String)] = []
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      guard let key = Percent.decoded(name, plusIsSpace: true),
        let value = Percent.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true),
        pairs.count < mostPairs
      else { throw Problem(.badRequest, "The query of the URL cannot be read.") }
      pairs.append((key, value))
    }
    return pairs
  }
}
