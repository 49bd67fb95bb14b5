import FlashModel

/// What keeps a sync from beginning, or from going on.
enum SyncError: UserFacingError, Hashable {
  /// The remote's name; nil if there is none yet.
  case notSignedIn(String?)
  case noRemote(String, near: [String])
  /// Several remotes and none of the usual name.
  case whichRemote([String])
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
  /// A credential can't be kept.
  case cannotKeep(path: String, reason: String)

  var message: String {
    switch self {
    case .notSignedIn(nil): "nobody is signed in"
    case .notSignedIn(let name?): "nobody is signed in at '\(name)'"
    case .noRemote(let name, _): "no such remote: '\(name)'"
    case .whichRemote(let names):
      "which remote: \(names.map { "'\($0)'" }.joined(separator: ", "))?"
    case .busy(let holder):
      "another sync is running" + (holder.map { " (process \($0))" } ?? "")
    case .removesMuch(let cards, let live):
      "another device removed \(cards) of \(live) cards; nothing was removed here"
    case .noServer: "no server is named"
    case .notApproved: "the link was not used in time"
    case .noToken: "standard input has no token"
    case .cannotKeep(let path, let reason): "cannot write '\(path)': \(reason)"
    }
  }

  var hint: String? {
    switch self {
    case .notSignedIn: "flash sync login"
    case .noRemote(_, let near):
      near.isEmpty ? "'flash sync status' lists them" : "did you mean '\(near[0])'?"
    case .whichRemote: "name it, or set 'sync.remote'"
    case .busy: "try again when it has ended"
    case .removesMuch: "look with 'flash sync -n', then 'flash sync -y'"
    case .noServer: "give --server=https://HOST, or set 'sync.server'"
    case .notApproved: "ask for another with 'flash sync login'"
    case .noToken: "it begins with 'fr_'"
    case .cannotKeep: nil
    }
  }

  var code: String {
    switch self {
    case .notSignedIn: "auth_required"
    case .noRemote: "no_remote"
    case .whichRemote: "which_remote"
    case .busy: "locked"
    case .removesMuch: "removes_much"
    case .noServer: "no_server"
    case .notApproved: "not_approved"
    case .noToken: "no_token"
    case .cannotKeep: "cannot_create"
    }
  }

  var kind: FailureKind {
    switch self {
    case .notSignedIn, .notApproved, .noToken: .notSignedIn
    case .noRemote: .notFound
    case .whichRemote, .noServer: .usage
    case .busy, .removesMuch: .tryLater
    case .cannotKeep: .cannotCreate
    }
  }
}
