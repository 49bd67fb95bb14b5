import FlashAPI
import FlashClient
import FlashCommand
import FlashModel
import FlashRemote

/// Signing in by a link that is mailed: its page has a button that this waits for, and a code.
struct LinkSignIn {
  private let client: Client
  private let email: String

  /// Milliseconds between two looks.
  private static let interval: Int32 = 2_000
  /// A link is good for 15 minutes.
  private static let life: Int64 = 15 * 60_000

  init(_ client: Client, email: String) {
    self.client = client
    self.email = email
  }

  func run(in context: inout CommandContext) throws -> SignInResponse {
    let secret = Secrets.random(bytes: 32, &context.random)
    let _: NoBody = try client.call(
      Endpoints.requestMagicLink, MagicLinkRequest(email: email, loginSecret: secret))
    if !context.common.isQuiet, !context.common.isForPrograms {
      context.errors.write(Array(try Self.instruction(email, secret).utf8))
      context.errors.flush()
    }
    return try wait(secret, in: context)
  }

  private static func instruction(_ email: String, _ secret: String) throws -> String {
    """
    A link is on its way to \(email). Press the button on its page if the mail shows the number \
    \(try checkNumber(secret)), or paste the link or the code of its page here:

    """
  }

  /// What mail and terminal both show, so that nobody approves somebody else's login unawares.
  static func checkNumber(_ secret: String) throws -> String {
    let hash = try Secrets.sha256(secret)
    let number = (Int(hash.prefix(4), radix: 16) ?? 0) % 10_000
    let digits = String(number)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private func wait(_ secret: String, in context: CommandContext) throws -> SignInResponse {
    let end = context.clock.uptime + Self.life
    var readsInput = true
    while context.clock.uptime < end {
      try context.check()
      if let answer = try collect(secret, in: context) { return answer }
      if readsInput {
        guard context.input.hasLine || Pause.waitForInput(milliseconds: Self.interval) else {
          continue
        }
        guard let line = try context.input.textLine() else {
          readsInput = false
          continue
        }
        if let token = Self.token(in: line) {
          return try client.call(
            Endpoints.consumeMagicLink,
            MagicLinkConsumption(token: token, device: Device.info(in: context)))
        }
      } else if !Pause.wait(
        milliseconds: Int64(Self.interval), isStopped: { context.interrupted != nil })
      {
        try context.check()
      }
    }
    throw SyncError.notApproved
  }

  /// Nil as long as the button was not pressed.
  private func collect(
    _ secret: String, in context: CommandContext
  ) throws -> SignInResponse? {
    do throws(ClientError) {
      return try client.call(
        Endpoints.collectMagicLink,
        MagicLinkCollection(loginSecret: secret, device: Device.info(in: context)))
    } catch {
      if case .refused(let problem) = error, problem.code == .loginPending { return nil }
      // An older service has no button; its link or code can be pasted.
      if case .refused(let problem) = error, problem.status == 404 { return nil }
      throw error
    }
  }

  /// What was pasted: a link with its token, or the code itself.
  static func token(in line: String) -> String? {
    let text = line.filter { !$0.isWhitespace }
    guard !text.isEmpty else { return nil }
    guard let question = text.firstIndex(of: "?") else { return text }
    for pair in text[text.index(after: question)...].split(separator: "&")
    where pair.hasPrefix("t=") {
      return String(pair.dropFirst(2).prefix { $0 != "#" })
    }
    return text
  }
}

/// Signing in with a refresh token that was got elsewhere.
struct TokenSignIn {
  private let client: Client

  init(_ client: Client) { self.client = client }

  func run(in context: inout CommandContext) throws -> SignInResponse {
    let line = try context.input.textLine() ?? ""
    let token = line.filter { !$0.isWhitespace }
    guard !token.isEmpty else { throw SyncError.noToken }
    let pair = try client.call(
      Endpoints.refreshTokens, Refresh(refreshToken: token),
      key: Secrets.random(bytes: 16, &context.random))
    client.accessToken = pair.accessToken
    let me: Me = try client.call(Endpoints.me)
    return SignInResponse(
      tokens: pair,
      user: SignedInUser(id: me.id, email: me.email, created: nil, deletionCancelled: nil),
      sessionID: nil)
  }
}

/// What this machine is called in lists of devices.
enum Device {
  static func info(in context: CommandContext) -> DeviceInfo {
    // A machine without a name is listed without one.
    let bytes = (try? FileContents.bytes(of: "/etc/hostname")) ?? nil
    let name = bytes.map { String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self) }
    return DeviceInfo(
      name: name.flatMap { $0.isEmpty ? nil : $0 }, os: "Linux", app: "flash \(Release.version)")
  }
}
