import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// Signing in with Apple in a browser, for whoever waits at a terminal for a short code.
///
/// A page here leads to Apple, Apple's page posts back what Apple says, and the page that answers
/// shows a code that is used once. A cookie ties the two together, so that nobody is shown a code of
/// somebody else's sign-in; nothing is kept here in between.
public struct AppleBrowser: Sendable, Hashable {
  /// What Apple calls this site: a services id.
  public let clientID: String
  /// Where Apple's page is.
  public let page: String

  public init(clientID: String, page: String = "https://appleid.apple.com/auth/authorize") {
    self.clientID = clientID
    self.page = page
  }

  private static let cookie = "flash_apple"
  /// Seconds between the two pages.
  private static let patience = 900

  /// The page that leads to Apple.
  /// - Parameter publicURL: where people reach this server.
  func start(from publicURL: String, random: (Int) -> [UInt8]) throws -> HTTPResponse {
    let ticket = hexadecimal(random(32))
    let query = [
      ("response_type", "code id_token"), ("response_mode", "form_post"), ("client_id", clientID),
      ("redirect_uri", publicURL + "/auth/apple"), ("scope", "name email"),
      ("state", try AppleBrowser.state(of: ticket)),
      ("nonce", try Digest.sha256(ticket).description),
    ]
    let address =
      page + "?" + query.map { "\($0)=\(AppleBrowser.escaped($1))" }.joined(separator: "&")
    var response = try LandingPage.appleStart(address)
    // The way back is a form that another site posts.
    response.fields.append(
      (
        "Set-Cookie",
        "\(AppleBrowser.cookie)=\(ticket); Path=/auth/apple; Max-Age=\(AppleBrowser.patience); "
          + "HttpOnly; Secure; SameSite=None"
      ))
    return response
  }

  /// What the form that Apple's page posts says, if it answers to the cookie.
  struct Answer {
    /// The token's nonce is the digest of it.
    let ticket: String
    let token: String
    /// Told at the first time only.
    let name: String?
  }

  /// - Returns: nil if it is no answer to a page of ours, or Apple was told no.
  static func answer(_ body: [UInt8], cookies: String?) throws -> Answer? {
    let ticket = (cookies ?? "").split(separator: ";").lazy
      .map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix(cookie + "=") }
      .map { String($0.dropFirst(cookie.count + 1)) }
    guard let ticket, ticket.utf8.count == 64, let token = formField("id_token", in: body),
      formField("state", in: body) == (try state(of: ticket))
    else { return nil }
    return Answer(ticket: ticket, token: token, name: name(formField("user", in: body)))
  }

  private static func state(of ticket: String) throws -> String {
    try Digest.sha256("state " + ticket).description
  }

  /// First and last name of Apple's object; what is none is no reason to send anybody away.
  private static func name(_ user: String?) -> String? {
    // As said: a name that can't be read is one that was not given.
    guard let user, let value = try? JSONValue(parsing: Array(user.utf8)) else { return nil }
    let parts = ["firstName", "lastName"].compactMap { value["name"]?[$0]?.string?.trimmed }
    let name = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return (1...200).contains(name.unicodeScalars.count) && !name.utf8.contains(0) ? name : nil
  }

  /// - Source: RFC 3986, 2.3.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        String(Unicode.Scalar(byte))
      default: "%" + hexadecimal([byte]).uppercased()
      }
    }.joined()
  }
}

extension MagicLinks {
  /// Keeps what Apple has proved under a short code, as a link is kept under its own.
  func keep(_ proof: Accounts.Proof, in connection: some SQLConnection) throws -> ShortCode {
    let token = Secret(link: caller.random(32))
    let code = try ShortCode(link: token)
    let members: [JSONValue.Member] = [
      .init("subject", .string(proof.subject)),
      .init("email", proof.verifiedEmail.map { .string($0) } ?? .null),
      .init("name", proof.name.map { .string($0) } ?? .null),
    ]
    try connection.run(
      """
      insert into magic_links
        (hash, code_hash, purpose, email, answer, marketing_opt_in, created_ms, expires_ms)
      values ($1, $2, 'apple', $3, $4, 0, $5, $6)
      """,
      [
        .blob(try token.hash()), .blob(try code.hash()), .text(proof.verifiedEmail ?? ""),
        .text(String(decoding: JSONValue.object(members).bytes, as: UTF8.self)),
        SQLValue(caller.now),
        SQLValue(caller.now.advanced(by: Int64(settings.linkLife) * 1_000)),
      ])
    return code
  }

  /// What ``keep(_:in:)`` wrote.
  static func appleProof(_ text: String) -> Accounts.Proof? {
    // Written here; what can't be read proves nothing.
    guard let value = try? JSONValue(parsing: Array(text.utf8)),
      let subject = value["subject"]?.string
    else { return nil }
    return Accounts.Proof(
      provider: "apple", subject: subject, verifiedEmail: value["email"]?.string,
      name: value["name"]?.string)
  }
}
