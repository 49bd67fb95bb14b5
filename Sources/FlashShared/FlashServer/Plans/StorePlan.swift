import FlashModel
import FlashSQL

/// What an account has bought, as far as its plan goes.
struct StorePlan: Sendable, Hashable {
  enum Status: String, Sendable {
    case active
    /// Not paid for at present, and kept while the store tries again.
    case inGrace = "in_grace"
    case expired
  }

  var plan: String
  var status: Status
  /// When it ends, its grace included; nil if it does not say.
  var expires: Timestamp?

  /// The store plan of an account; nil if it never had one.
  static func load(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) -> StorePlan? {
    nil
  }

  /// Ends the effect of what an account has bought, whatever the store says, until it is bought anew.
  static func end(
    of user: UserID, in connection: some SQLConnection, now: Timestamp
  ) throws(SQLError) {}
}
