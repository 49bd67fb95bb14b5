import FlashAPI
import FlashClient
import FlashServer

/// Signing in with the link of a mail.
struct SignInByLink {
  private let client: Client
  private let server: SimulatedServer

  init(_ client: Client, _ server: SimulatedServer) {
    self.client = client
    self.server = server
  }

  func run(for address: String) throws -> SignInResponse {
    _ = server.surroundings.takeMails()
    _ = try client.call(Endpoints.requestMagicLink, MagicLinkRequest(email: address))
    try server.site.sendMails()
    guard let mail = server.surroundings.takeMails().last?.body,
      let start = mail.firstRange(of: "?t=")
    else { throw Violation("sign-in", "no mail with a link came") }
    let token = String(mail[start.upperBound...].prefix(64))
    return try client.call(Endpoints.consumeMagicLink, MagicLinkConsumption(token: token))
  }
}
