/// The root of a server: `https://host`, perhaps with a port and a path.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// `https` or `http`.
  public let scheme: String
  /// With the port, if it is not the usual one.
  public let host: String
  /// Without a slash at its end.
  public let path: String

  /// Reads an address. Without a scheme `https` is meant.
  /// - Throws: ``ClientError/badAddress(_:reason:)`` for one that would send secrets in the clear to
  ///   another machine.
  public init(_ text: String, allowsClear: Bool = false) throws(ClientError) {
    var rest = Substring(text)
    var scheme = "https"
    if let end = text.range(of: "://") {
      scheme = text[..<end.lowerBound].lowercased()
      rest = text[end.upperBound...]
    }
    guard scheme == "https" || scheme == "http" else {
      throw .badAddress(text, reason: "not an address of the web")
    }
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    var path = rest[host.endIndex...]
    while path.hasSuffix("/") { path.removeLast() }
    guard !host.isEmpty, !host.contains("@"), !host.contains(where: \.isWhitespace),
      !path.contains("?"), !path.contains("#")
    else { throw .badAddress(text, reason: "not the root of a server") }
    self.scheme = scheme
    self.host = host.lowercased()
    self.path = String(path)
    guard scheme == "https" || allowsClear || isLoopback else {
      throw .badAddress(text, reason: "would send secrets in the clear")
    }
  }

  public var description: String { "\(scheme)://\(host)\(path)" }

  /// Whether it is this machine.
  public var isLoopback: Bool {
    var name = host[...]
    if name.hasPrefix("[") {
      name = name.dropFirst().prefix { $0 != "]" }
    } else if let colon = name.lastIndex(of: ":") {
      name = name[..<colon]
    }
    return name == "localhost" || name == "::1" || name.hasPrefix("127.")
  }
}

extension StringProtocol {
  /// Where `text` first occurs.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start != endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
