public import FlashClient
public import FlashCommand
internal import FlashModel

/// Where a secret is kept: a helper that speaks git's protocol, or a file that only its owner reads.
protocol SecretPlace {
  /// What people are told of the place.
  var description: String { get }
  /// - Returns: nil if it does not know.
  func get(_ what: CredentialName) throws -> String?
  func store(_ secret: String, _ what: CredentialName) throws
  func erase(_ secret: String, _ what: CredentialName) throws
}

/// What a secret is for: a user of a server.
struct CredentialName: Hashable {
  let scheme: String
  /// With the port.
  let host: String
  let username: String

  func with(suffix: String) -> CredentialName {
    CredentialName(scheme: scheme, host: host, username: username + suffix)
  }
}

/// The secrets of one user of one server.
public struct Credentials {
  private let name: CredentialName
  private let helpers: [CredentialHelper]
  private let file: CredentialFile

  /// - Parameter username: whose; what else is kept for a server goes by a name that is no address.
  /// - Throws: `ConfigurationError`.
  public init(
    for address: ServerAddress, username: String, in context: CommandContext
  ) throws {
    name = CredentialName(scheme: address.scheme, host: address.host, username: username)
    var lines: [String] = []
    for line in try context.settings.strings("credential.helper") {
      // An empty one takes those before it back.
      if line.isEmpty { lines = [] } else { lines.append(line) }
    }
    helpers = lines.map { CredentialHelper($0, in: context) }
    file = CredentialFile(path: try Credentials.file(in: context))
  }

  /// The file that secrets are in for want of a helper, whether it is there or not.
  public static func file(in context: CommandContext) throws(ConfigurationError) -> String {
    try context.paths.state + "/credentials"
  }

  /// Where secrets go.
  public var place: String { helpers.first?.description ?? file.path }

  /// Whether they go to the file for want of a helper.
  public var isFile: Bool { helpers.isEmpty }

  /// - Throws: ``RemoteError/notSignedIn(_:)`` if a helper says that nobody is to be asked.
  public func get() throws -> String? {
    for helper in helpers {
      if let secret = try helper.get(name) { return secret }
    }
    return try file.get(name)
  }

  /// Keeps a secret: with every helper, else in the file.
  public func store(_ secret: String) throws {
    guard !helpers.isEmpty else { return try file.store(secret, name) }
    for helper in helpers { try helper.store(secret, name) }
  }

  public func erase(_ secret: String) throws {
    for helper in helpers { try helper.erase(secret, name) }
    try file.erase(secret, name)
  }
}
