import FlashCrypto

/// Why something that claims to be the store's changes nothing.
enum StoreRefusal: Error, Sendable, Hashable {
  /// What of it is meant.
  enum Part: String, Sendable, Hashable {
    case notification
    case transaction
    case renewal
  }

  /// No purchases are taken here.
  case switchedOff
  case token(Part, TokenFault)
  /// A member that it must have is missing, or is of another kind.
  case incomplete(Part)
  case otherApp(Part)
  case otherEnvironment(Part)
  /// It was signed later than now.
  case fromTheFuture(Part)
  /// A part is about another purchase than the rest.
  case mixed(Part)
  case productUnknown
  /// The store took the purchase back.
  case takenBack
  /// It is another account's.
  case claimed
  /// It was an account's that is gone.
  case spent
  /// It was received before.
  case repeated
  /// It was signed before what was applied last.
  case outOfOrder

  /// As the end of "rejected: ".
  var reason: String {
    switch self {
    case .switchedOff: "no purchases are taken here"
    case .token(let part, let fault): "the \(part.rawValue) \(fault.reason)"
    case .incomplete(let part): "the \(part.rawValue) lacks a member"
    case .otherApp(let part): "the \(part.rawValue) is of another app"
    case .otherEnvironment(let part):
      "the \(part.rawValue) is of an environment that is not taken"
    case .fromTheFuture(let part): "the \(part.rawValue) was signed in the future"
    case .mixed(let part): "the \(part.rawValue) is of another purchase"
    case .productUnknown: "the product is of no plan"
    case .takenBack: "the store took the purchase back"
    case .claimed: "the purchase belongs to another account"
    case .spent: "the purchase belonged to an account that is gone"
    case .repeated: "the notification was received before"
    case .outOfOrder: "the notification is older than what was applied"
    }
  }
}
