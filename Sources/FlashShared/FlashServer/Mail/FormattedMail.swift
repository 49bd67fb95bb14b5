import FlashModel

/// Writes mails out in full and hands the bytes on, for carriers that know nothing of an outbox.
public struct FormattedMail: MailSender {
  private let origin: MailOrigin
  private let carry: @Sendable ([UInt8], MailEnvelope) throws -> Void

  /// Who a mail is from and for, as those who carry it need to know.
  public struct MailEnvelope: Sendable, Hashable {
    /// Plain addresses.
    public let sender: String
    public let recipient: String
    /// When it was written, in milliseconds since 1970.
    public let written: Int64
    /// The same for a mail that is carried again, and for no other; letters, digits and dashes.
    public let name: String
  }

  /// - Parameter carry: returns once the mail is safe, and throws if it is not known to be.
  public init(
    from origin: MailOrigin, carry: @escaping @Sendable ([UInt8], MailEnvelope) throws -> Void
  ) {
    self.origin = origin
    self.carry = carry
  }

  public func send(_ mail: OutgoingMail) throws {
    try carry(
      mail.message(from: origin),
      MailEnvelope(
        sender: origin.address, recipient: mail.recipient,
        written: mail.written.milliseconds, name: mail.id.description))
  }
}
