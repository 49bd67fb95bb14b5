import FlashClient
import FlashCommand
import FlashModel
import FlashRemote

/// Which server is administered, and the token for it. Both are apart from those of `flash sync`.
struct AdminServer {
  let address: ServerAddress
  private let credentials: Credentials

  /// What the token is kept as: no name that a person has.
  private static let username = "flash-admin"

  init(_ url: String, in context: CommandContext) throws {
    address = try ServerAddress(url)
    credentials = try Credentials(for: address, username: AdminServer.username, in: context)
  }

  /// The setting `admin.server` with its variable, else the server of the last login.
  /// - Throws: ``AdminError/noServer``.
  static func current(in context: CommandContext) throws -> AdminServer {
    guard let url = try context.settings.string("admin.server") ?? noted(in: context) else {
      throw AdminError.noServer
    }
    return try AdminServer(url, in: context)
  }

  /// `FLASH_TOKEN`, else what a login has kept.
  /// - Throws: ``AdminError/notSignedIn(_:)``.
  func token(in context: CommandContext) throws -> String {
    if let given = context.environment["FLASH_TOKEN"], !given.isEmpty { return given }
    guard let kept = try credentials.get() else { throw AdminError.notSignedIn(address.host) }
    return kept
  }

  /// Where the token is kept.
  var place: String { credentials.place }

  /// Whether it is in the file for want of a helper.
  var isInFile: Bool { credentials.isFile }

  /// Keeps a token that the server has accepted, and which server it was.
  func keep(_ token: String, in context: CommandContext) throws {
    let folder = try context.paths.state
    do throws(SystemError) {
      try FileReplacement.makeFolder(folder)
      try FileReplacement(of: folder + AdminServer.note).commit(
        Array((address.description + "\n").utf8), mode: 0o600)
    } catch {
      throw RemoteError.cannotKeep(path: folder + AdminServer.note, reason: error.description)
    }
    try credentials.store(token)
  }

  /// Forgets the token; the server goes on taking it.
  /// - Returns: false if there was none.
  func forget() throws -> Bool {
    guard let kept = try credentials.get() else { return false }
    try credentials.erase(kept)
    return true
  }

  private static let note = "/admin-server"

  private static func noted(in context: CommandContext) throws -> String? {
    let path = try context.paths.state + note
    do throws(SystemError) {
      guard let bytes = try FileContents.bytes(of: path) else { return nil }
      let url = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
      return url.isEmpty ? nil : url
    } catch {
      throw RemoteError.cannotKeep(path: path, reason: error.description)
    }
  }
}
