import FlashModel

/// What a mail says.
struct MailText: Sendable, Hashable {
  let subject: String
  /// Lines of at most 78 characters but for links, ended by line feeds.
  let body: String

  /// - Parameters:
  ///   - check: what the terminal that waits shows; nil if none does.
  ///   - minutes: how long the link can be used.
  static func signInLink(
    _ link: String, code: ShortCode, check: CheckNumber?, minutes: Int
  ) -> MailText {
    let waiting =
      check.map {
        """

        The terminal that asked for it shows the number \($0). If yours does not,
        do not use the link.

        """
      } ?? ""
    return MailText(
      subject: "Your link to sign in to Flash",
      body: """
        Hello,

        this link signs you in to Flash. It can be used once, within \(minutes) minutes:

        \(link)

        Where a link is no use, type this code: \(code.shown)
        \(waiting)
        If you did not ask for it, do nothing: nobody is signed in without it.

        """)
  }

  /// - Parameters:
  ///   - day: the last day of the account, `YYYY-MM-DD`.
  ///   - isReminder: whether it was said before.
  static func deletionNotice(_ link: String, day: String, isReminder: Bool) -> MailText {
    MailText(
      subject: isReminder
        ? "Your Flash account will be deleted on \(day)" : "Your Flash account is to be deleted",
      body: """
        Hello,

        your Flash account and everything in it will be deleted on \(day), as it was
        asked for. What is on your devices stays there.

        If you want to keep the account, open this link and press the button, or
        sign in again before that day:

        \(link)

        """)
  }

  /// - Parameters:
  ///   - count: cards that are due, at least one.
  ///   - link: ends these mails.
  static func reminder(of count: Int64, link: String) -> MailText {
    let due = count == 1 ? "1 card is due" : "\(count) cards are due"
    return MailText(
      subject: "\(due) in Flash",
      body: """
        Hello,

        you asked to be reminded at this time: \(due).

        If you want no more of these mails, open this link and press the button:

        \(link)

        """)
  }

  static let deletionDone = MailText(
    subject: "Your Flash account was deleted",
    body: """
      Hello,

      your Flash account and everything in it was deleted from the server. What is
      on your devices stays there.

      This is the last mail that you get from us.

      """)
}

/// What a mail is about, as lists of mails name it.
enum MailKind: String, Sendable {
  case magicLink = "magic_link"
  case deletionNotice = "deletion_notice"
  case deletionDone = "deletion_done"
  case reminder
  case paymentFailed = "payment_failed"
  case subscriptionRenewed = "subscription_renewed"
}
