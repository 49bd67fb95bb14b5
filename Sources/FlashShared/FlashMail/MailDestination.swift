/// Where mails are handed over: a mail server, or a folder.
public enum MailDestination: Sendable, Hashable {
  /// A folder with one `.eml` file a mail.
  case folder(String)
  /// A Maildir.
  case maildir(String)
  case server(MailServer)

  /// Reads `dir:PATH`, `maildir:PATH`, `smtp://…` or `smtps://…`.
  /// - Parameter login: for the server, unless the address has one.
  /// - Throws: `.badDestination`.
  public init(_ text: String, login: MailServer.Login? = nil) throws(MailError) {
    if let path = MailDestination.path(text, after: "dir:") {
      self = .folder(path)
    } else if let path = MailDestination.path(text, after: "maildir:") {
      self = .maildir(path)
    } else {
      var server = try MailServer(text)
      server.login = server.login ?? login
      self = .server(server)
    }
  }

  private static func path(_ text: String, after scheme: String) -> String? {
    guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count else { return nil }
    return String(text.dropFirst(scheme.count))
  }

  /// Hands a mail over.
  /// - Parameters:
  ///   - message: as RFC 5322 has it, lines ended by CR LF.
  ///   - sender: a plain address, as `recipient`.
  ///   - written: milliseconds since 1970.
  ///   - name: the same for a mail that is handed over again: then a folder has it once.
  /// - Throws: ``MailError``; the mail may have arrived all the same.
  public func deliver(
    _ message: [UInt8], from sender: String, to recipient: String, written: Int64, name: String
  ) throws(MailError) {
    switch self {
    case .folder(let path):
      try MailFile.makeFolder(path)
      try MailFile.write(message, to: "\(name).eml", of: path, through: ".\(name).part", of: path)
    case .maildir(let path):
      for part in ["", "/tmp", "/new", "/cur"] { try MailFile.makeFolder(path + part) }
      let unique = "\(written / 1_000).\(name).flash"
      try MailFile.write(message, to: unique, of: path + "/new", through: unique, of: path + "/tmp")
    case .server(let server):
      try CurlHandle().send(message, from: sender, to: recipient, by: server)
    }
  }
}
