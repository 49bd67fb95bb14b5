import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand

/// How far a mail is.
enum MailState: String, Choice {
  case queued
  case sent
  case failed
}

/// How mails are listed.
enum MailListing {
  static let listing = Listing<MailReceipt>(
    [
      ("id", .string), ("kind", .string), ("to", .string), ("state", .string),
      ("queued_at", .time), ("sent_at", .time), ("attempts", .integer), ("last_error", .string),
    ],
    [
      .init(.text("QUEUED", minimumWidth: 16)) { Shown.moment($0.queuedAt) },
      .init(.text("KIND", minimumWidth: 10)) { $0.kind },
      .init(.text("TO", minimumWidth: 12)) { $0.to },
      .init(.text("STATE", minimumWidth: 6)) { $0.state },
      .init(.number("TRIES")) { "\($0.attempts)" },
      .init(.text("LAST ERROR")) { Shown.text($0.lastError) },
    ])
}

/// `flash admin mail`.
struct MailCommand: Command {
  struct Options: CommandOptions {
    var state: MailState?
    var limit: Int?
  }

  static let description = CommandDescription<Options>(
    name: "mail", abstract: "list mails that were sent, or are to be",
    options: [
      .value("state", help: "only those that are so far", into: \.state), .most(into: \.limit),
    ],
    fields: MailListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [],
    manual: Manual("What the mails say is not told."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    var pages = try AdminSession(in: context).pages(
      Endpoints.adminMail, MailQuery(state: options.state?.rawValue), limit: options.limit)
    try context.write(MailListing.listing, orSay: "no mails") { try pages.next() }
  }
}
