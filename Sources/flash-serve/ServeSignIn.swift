import FlashCommand
import FlashMail
import FlashModel
import FlashServer

/// What the settings say about signing in and about mail.
struct ServeSignIn: Sendable {
  private(set) var settings: SignInSettings
  /// Nil where nobody signs in with Apple.
  let apple: AppleSignInVerifier?
  /// Nil where no mail is sent: then nobody can sign in by a link.
  let sender: (any MailSender)?

  /// Whether links begin with where the server listens, for want of something better.
  private let isUnnamed: Bool

  init(
    _ configuration: Configuration, listen: ListenAddress,
    log: @escaping @Sendable (LogLine) -> Void
  ) throws {
    let named = try configuration.string("serve.public-url")
    isUnnamed = named == nil
    var publicURL = named ?? "http://\(listen)"
    while publicURL.hasSuffix("/") { publicURL.removeLast() }
    var limits = SignInLimits()
    limits.linksToAddress =
      try configuration.int("serve.limit.links-to-address") ?? limits.linksToAddress
    limits.linksFromPeer =
      try configuration.int("serve.limit.links-from-address") ?? limits.linksFromPeer
    var settings = SignInSettings(
      publicURL: publicURL,
      accessTokenLife: try configuration.int("serve.access-token-life") ?? 900,
      signInRestoresAccount: try configuration.bool("serve.restore-on-sign-in") ?? true,
      limits: limits)
    if let client = try configuration.string("serve.apple-web-client-id") {
      settings.appleBrowser = AppleBrowser(
        clientID: client,
        page: try configuration.string("serve.apple-page")
          ?? "https://appleid.apple.com/auth/authorize")
    }
    self.settings = settings
    apple = try ServeSignIn.apple(configuration, log)
    sender = try ServeSignIn.sender(configuration)
  }

  /// Takes in where the server really listens: on a port of the system's choice, or at a socket that
  /// was given.
  mutating func note(_ address: ListenAddress?) {
    if isUnnamed, let address { settings.publicURL = "http://\(address)" }
  }

  private static func apple(
    _ configuration: Configuration, _ log: @escaping @Sendable (LogLine) -> Void
  ) throws -> AppleSignInVerifier? {
    var clients = (try configuration.string("serve.apple-client-ids") ?? "")
      .split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    if let web = try configuration.string("serve.apple-web-client-id") { clients.append(web) }
    guard !clients.isEmpty else { return nil }
    let url =
      try configuration.string("serve.apple-jwks-url") ?? "https://appleid.apple.com/auth/keys"
    let keys = AppleKeys {
      do throws(MailError) {
        let (bytes, age) = try Fetching.document(url)
        return FetchedKeys(bytes: bytes, maximumAge: age)
      } catch {
        // Whoever signs in is told to try again; the operator, why.
        log(LogLine(.error, "apple_keys", [ServeLog.failure(error)]))
        throw error
      }
    }
    return AppleSignInVerifier(keys: keys, clientIDs: clients)
  }

  private static func sender(_ configuration: Configuration) throws -> (any MailSender)? {
    guard let text = try configuration.string("serve.mail") else { return nil }
    let login = try login(configuration)
    let destination = try MailDestination(text, login: login)
    let from = try configuration.string("serve.mail-from") ?? "Flash <flash@localhost>"
    guard let origin = MailOrigin(from) else {
      throw ConfigurationError.refusedValue(
        key: "serve.mail-from", value: from,
        expected: "an address, or a name and one, such as Flash <flash@example.org>")
    }
    return FormattedMail(from: origin) { message, envelope in
      try destination.deliver(
        message, from: envelope.sender, to: envelope.recipient, written: envelope.written,
        name: envelope.name)
    }
  }

  /// A name and a password, from a file of their own, so that they stand in no list of processes.
  private static func login(_ configuration: Configuration) throws -> MailServer.Login? {
    guard let path = try configuration.path("serve.mail-login") else { return nil }
    let file = try Descriptor.open(path, .read)
    defer { file.close() }
    var bytes: [UInt8] = []
    while try file.read(upTo: 4_096, into: &bytes) > 0, bytes.count < 65_536 {}
    let text = String(decoding: bytes, as: UTF8.self)
    guard let login = MailServer.Login(file: text) else {
      throw ConfigurationError.refusedValue(
        key: "serve.mail-login", value: path,
        expected: "a file with a name on its first line and a password on its second")
    }
    return login
  }
}
