public import FlashModel

/// A mail that is ready to be sent.
public struct OutgoingMail: Sendable, Hashable {
  /// The row of the outbox. A mail that is sent twice because nobody knows whether the first time
  /// worked carries it both times, so that mailboxes can tell.
  public let id: Identifier<OutgoingMail>
  /// A plain address.
  public let recipient: String
  public let subject: String
  /// Lines ended by line feeds.
  public let body: String
  public let written: Timestamp
  /// Where a request ends mails of this kind, without a question; nil where there is no such place.
  public let unsubscribe: String?

  public init(
    id: Identifier<OutgoingMail>, recipient: String, subject: String, body: String,
    written: Timestamp, unsubscribe: String? = nil
  ) {
    self.id = id
    self.recipient = recipient
    self.subject = subject
    self.body = body
    self.written = written
    self.unsubscribe = unsubscribe
  }
}

/// Hands a mail over to whoever delivers it: a server, a folder.
///
/// It returns once the mail is safe there, and throws if it is not known to be.
public protocol MailSender: Sendable {
  func send(_ mail: OutgoingMail) throws
}
