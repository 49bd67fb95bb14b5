public import FlashModel

/// Why a hook did not do its part.
public enum HookFailure: UserFacingError, Hashable {
  case failed(HookName, BoundedProcess.Ending, said: String?)
  /// `limit` is in seconds.
  case tookTooLong(HookName, limit: Int64)
  /// Somebody else could have written it.
  case notTrusted(HookName, path: String, Distrust)

  /// What is wrong with a file or a folder.
  public enum Distrust: Sendable, Hashable {
    /// It belongs to another user than the one we act for, or root.
    case otherOwner(UInt32)
    /// Others may write to it.
    case writable
    case notAFile
  }

  public var message: String {
    switch self {
    case .failed(let name, let ending, let said):
      "hook '\(name.rawValue)' \(ending.told)" + (said.map { ": \($0)" } ?? "")
    case .tookTooLong(let name, let limit):
      "hook '\(name.rawValue)' took more than \(limit) s and was stopped"
    case .notTrusted(let name, let path, .otherOwner(let user)):
      "hook '\(name.rawValue)' is not run: '\(path)' belongs to user \(user)"
    case .notTrusted(let name, let path, .writable):
      "hook '\(name.rawValue)' is not run: others may write to '\(path)'"
    case .notTrusted(let name, let path, .notAFile):
      "hook '\(name.rawValue)' is not run: '\(path)' is no file"
    }
  }

  public var hint: String? {
    switch self {
    case .failed: nil
    case .tookTooLong: "hooks.timeout is the limit; slow work belongs into the background"
    case .notTrusted(_, let path, .writable): "chmod go-w \(path.quotedForShells)"
    case .notTrusted(_, let path, .otherOwner): "chown \"$USER\" \(path.quotedForShells)"
    case .notTrusted: nil
    }
  }

  public var code: String {
    switch self {
    case .failed, .tookTooLong: "hook_failed"
    case .notTrusted: "hook_not_trusted"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .failed, .tookTooLong: .no
    case .notTrusted: .notAllowed
    }
  }
}
