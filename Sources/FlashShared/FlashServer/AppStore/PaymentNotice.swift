import FlashModel
import FlashSQL

/// What somebody is told about a payment of a subscription.
struct PaymentNotice: Sendable, Hashable {
  private let text: MailText
  private let kind: MailKind

  /// After so many milliseconds it is no news any more.
  private static let life: Int64 = 3 * Timestamp.millisecondsPerDay

  /// - Returns: nil where nobody has to know.
  init?(_ change: StoreChange, renewedBy type: String, _ subscription: StoreSubscription) {
    switch change {
    case .failsToRenew:
      text = .paymentFailed(until: subscription.ends.map(PaymentNotice.day))
      kind = .paymentFailed
    case .begins where type == "DID_RENEW":
      text = .subscriptionRenewed(until: subscription.ends.map(PaymentNotice.day))
      kind = .subscriptionRenewed
    default: return nil
    }
  }

  private static func day(_ moment: Timestamp) -> String {
    CivilDate(dayNumber: moment.milliseconds.flooredQuotient(by: Timestamp.millisecondsPerDay))
      .description
  }

  /// Writes the mail, if the account has an address.
  func send(
    to user: UserID, in connection: some SQLConnection, now: Timestamp, random: (Int) -> [UInt8]
  ) throws {
    let email = try connection.row("select email from users where id = $1", [SQLValue(user)]) {
      $0.optionalText(0)
    }
    guard let email = email ?? nil else { return }
    try Outbox.add(
      text, kind: kind, to: email, expires: now.advanced(by: PaymentNotice.life), in: connection,
      now: now, random: random)
  }
}

extension MailText {
  /// - Parameter day: until when the plan is kept, `YYYY-MM-DD`.
  static func paymentFailed(until day: String?) -> MailText {
    let until = day.map { "Your plan is kept until \($0)." } ?? "Your plan is kept for now."
    return MailText(
      subject: "A payment for Flash did not go through",
      body: """
        Hello,

        the App Store could not renew your subscription to Flash. \(until)

        Look at your payment details in the settings of your device, under
        Subscriptions. Nothing of your cards or reviews is ever deleted or locked.

        """)
  }

  /// - Parameter day: until when it was paid, `YYYY-MM-DD`.
  static func subscriptionRenewed(until day: String?) -> MailText {
    MailText(
      subject: "Your subscription to Flash was renewed",
      body: """
        Hello,

        the App Store renewed your subscription to Flash\(day.map { " until \($0)" } ?? "").

        It can be ended in the settings of your device, under Subscriptions.

        """)
  }
}
