/// A mail server that takes our mails, by SMTP.
public struct MailServer: Sendable, Hashable {
  public struct Login: Sendable, Hashable {
    public let name: String
    public let password: String

    public init(name: String, password: String) {
      self.name = name
      self.password = password
    }

    /// Reads a file of credentials: the name on the first line, the password on the second.
    public init?(file text: String) {
      let lines = text.split(whereSeparator: \.isNewline)
      guard lines.count >= 2 else { return nil }
      self.init(name: String(lines[0]), password: String(lines[1]))
    }
  }

  /// `smtp` or `smtps`.
  let scheme: String
  public let host: String
  let port: Int?
  public var login: Login?
  /// A file of certificates to trust instead of the system's; nil for the system's.
  public var authorities: String?

  /// Reads `smtp://[NAME:PASSWORD@]HOST[:PORT]`, or `smtps://…` for TLS from the first byte.
  /// - Throws: `.badDestination`.
  public init(_ text: String) throws(MailError) {
    // A password is not to be shown.
    let shown = String(
      text[(text.lastIndex(of: "@").map { text.index(after: $0) } ?? text.startIndex)...])
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "smtp" || parts[0] == "smtps", parts[1].hasPrefix("//")
    else { throw .badDestination(shown, expected: "the scheme is not known") }
    scheme = String(parts[0])
    var rest = parts[1].dropFirst(2)
    if rest.hasSuffix("/") { rest.removeLast() }
    if let at = rest.lastIndex(of: "@") {
      let user = rest[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      rest = rest[rest.index(after: at)...]
      guard user.count == 2, let name = MailServer.decoded(user[0]),
        let password = MailServer.decoded(user[1])
      else { throw .badDestination(shown, expected: "NAME:PASSWORD stands before the @") }
      login = Login(name: name, password: password)
    }
    // An address of version 6 stands in brackets, with colons of its own.
    var name = rest
    var number: Int?
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      name = rest[..<colon]
      guard let port = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(port) else {
        throw .badDestination(shown, expected: "a port is a number up to 65535")
      }
      number = port
    }
    let isHost = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x3A, 0x5B, 0x5D: true
      default: false
      }
    }
    guard !name.isEmpty, isHost else {
      throw .badDestination(shown, expected: "the host is missing, or has odd characters")
    }
    host = String(name)
    port = number
  }

  /// Where libcurl connects to.
  var url: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

  /// Whether the way there stays in this machine, so that nobody can listen.
  var isLoopback: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    // A line's end would end the command that it stands in.
    guard !bytes.contains(where: { $0 < 32 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
