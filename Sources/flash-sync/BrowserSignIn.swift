import FlashAPI
import FlashClient
import FlashCommand
import FlashRemote

/// Signing in with Apple: a page of the server leads there and shows a code, which is typed here.
struct BrowserSignIn {
  private let client: Client

  /// Milliseconds between two looks at whether somebody asked to stop.
  private static let interval: Int32 = 200

  init(_ client: Client) { self.client = client }

  func run(in context: inout CommandContext) throws -> SignInResponse {
    tell(
      "Open \(client.address)/auth/apple in a browser, sign in, and type the code of its page here:",
      context)
    while true {
      try context.check()
      guard context.input.hasLine || Pause.waitForInput(milliseconds: Self.interval) else {
        continue
      }
      guard let line = try context.input.textLine() else { throw SyncError.notApproved }
      guard let code = LinkSignIn.token(in: line) else { continue }
      do throws(ClientError) {
        return try client.call(
          Endpoints.consumeMagicLink,
          MagicLinkConsumption(token: code, device: Device.info(in: context)))
      } catch {
        guard context.canAsk, case .refused(let problem) = error, problem.status == 410 else {
          throw error
        }
        tell("That is no code that is known, or it was used. Type it again:", context)
      }
    }
  }

  private func tell(_ text: String, _ context: CommandContext) {
    guard !context.common.isQuiet else { return }
    context.errors.write(Array((text + "\n").utf8))
    context.errors.flush()
  }
}
