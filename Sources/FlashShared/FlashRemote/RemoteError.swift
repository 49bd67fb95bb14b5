public import FlashModel

/// What keeps a command from a server's account: nobody is signed in, or secrets can't be kept.
public enum RemoteError: UserFacingError, Hashable {
  /// The remote's name; nil if there is none yet.
  case notSignedIn(String?)
  case noRemote(String, near: [String])
  /// Several remotes and none of the usual name.
  case whichRemote([String])
  /// Another process renews the secret, and does not end.
  case locked
  /// A credential can't be kept.
  case cannotKeep(path: String, reason: String)

  public var message: String {
    switch self {
    case .notSignedIn(nil): "nobody is signed in"
    case .notSignedIn(let name?): "nobody is signed in at '\(name)'"
    case .noRemote(let name, _): "no such remote: '\(name)'"
    case .whichRemote(let names):
      "which remote: \(names.map { "'\($0)'" }.joined(separator: ", "))?"
    case .locked: "another process is signing in"
    case .cannotKeep(let path, let reason): "cannot write '\(path)': \(reason)"
    }
  }

  public var hint: String? {
    switch self {
    case .notSignedIn: "flash sync login"
    case .noRemote(_, let near):
      near.isEmpty ? "'flash sync status' lists them" : "did you mean '\(near[0])'?"
    case .whichRemote: "name it, or set 'sync.remote'"
    case .locked: "try again when it has ended"
    case .cannotKeep: nil
    }
  }

  public var code: String {
    switch self {
    case .notSignedIn: "auth_required"
    case .noRemote: "no_remote"
    case .whichRemote: "which_remote"
    case .locked: "locked"
    case .cannotKeep: "cannot_create"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .notSignedIn: .notSignedIn
    case .noRemote: .notFound
    case .whichRemote: .usage
    case .locked: .tryLater
    case .cannotKeep: .cannotCreate
    }
  }
}
