import FlashModel

/// What keeps a sync from beginning, or from going on.
enum SyncError: UserFacingError, Hashable {
  /// Another sync is running.
  case busy(holder: String?)
  /// A pull would remove a large part of the collection, and nobody can be asked.
  case removesMuch(Int, of: Int)
  /// The server's address is not known.
  case noServer
  /// Nobody pressed the button in time.
  case notApproved
  /// What was read is no token.
  case noToken

  var message: String {
    switch self {
    case .busy(let holder):
      "another sync is running" + (holder.map { " (process \($0))" } ?? "")
    case .removesMuch(let cards, let live):
      "another device removed \(cards) of \(live) cards; nothing was removed here"
    case .noServer: "no server is named"
    case .notApproved: "the link was not used in time"
    case .noToken: "standard input has no token"
    }
  }

  var hint: String? {
    switch self {
    case .busy: "try again when it has ended"
    case .removesMuch: "look with 'flash sync -n', then 'flash sync -y'"
    case .noServer: "give --server=https://HOST, or set 'sync.server'"
    case .notApproved: "ask for another with 'flash sync login'"
    case .noToken: "it begins with 'fr_'"
    }
  }

  var code: String {
    switch self {
    case .busy: "locked"
    case .removesMuch: "removes_much"
    case .noServer: "no_server"
    case .notApproved: "not_approved"
    case .noToken: "no_token"
    }
  }

  var kind: FailureKind {
    switch self {
    case .notApproved, .noToken: .notSignedIn
    case .noServer: .usage
    case .busy, .removesMuch: .tryLater
    }
  }
}
