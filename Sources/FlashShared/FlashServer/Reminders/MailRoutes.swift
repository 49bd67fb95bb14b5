import FlashAPI
import FlashModel

/// The page that ends mails.
public struct MailRoutes<Storage: ServerStorage>: Sendable {
  public init() {}

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.unsubscribePage.operation) { call, _ in
        try LandingPage.unsubscribe(linkToken(call))
      },
      Route(Endpoints.unsubscribe.operation, bodyLimit: 4_096) { call, body in
        try unsubscribe(call, body)
      },
    ]
  }

  /// The button sends the token; a mail program that ends mails by itself posts to the address.
  private func unsubscribe(_ call: Call<Storage>, _ body: [UInt8]) throws -> HTTPResponse {
    let token = formField("t", in: body) ?? linkToken(call)
    return try LandingPage.unsubscribed(
      call.storage.directory { connection in
        guard let user = try ReminderMail.unsubscribe(token, in: connection) else { return false }
        try call.record(
          "user.reminder_mail", of: user,
          after: .object([.init("reminder_mail", .bool(false))]), in: connection)
        return true
      })
  }
}
