public import FlashModel
public import FlashText

/// Why a container was refused as a whole. The file itself is named by whoever opened it.
public enum PackageError: UserFacingError, Hashable {
  /// The operating system failed to read it.
  case unreadable(reason: String)
  /// A damaged container, or one that lacks a part.
  case corrupt(reason: String)
  /// Written by a later version than this one reads.
  case tooNew(found: Int, supported: Int)
  /// Known, but not read here.
  case unsupported(reason: String)
  /// A limit was passed.
  case tooLarge(reason: String)
  /// Names that lead out of the container, or something that runs.
  case unsafe(reason: String)
  /// A text within the container is no good.
  case text(member: String, TextFormatError)
  /// There is no card in it.
  case empty
  /// What it holds could not be put aside to be read.
  case cannotSpool(reason: String)
  /// A package of ours could not be put together.
  case cannotPack(reason: String)
  /// `goOn` said no.
  case interrupted

  public var message: String {
    switch self {
    case .unreadable(let reason): "cannot read: \(reason)"
    case .corrupt(let reason), .unsupported(let reason), .tooLarge(let reason),
      .unsafe(let reason):
      reason
    case .tooNew(let found, let supported):
      "written by version \(found), and this flash reads up to \(supported)"
    case .text(let member, let error): "'\(member)', \(error.message)"
    case .empty: "no cards found"
    case .cannotSpool(let reason): "cannot put it aside: \(reason)"
    case .cannotPack(let reason): "cannot pack it: \(reason)"
    case .interrupted: "interrupted"
    }
  }

  public var hint: String? {
    switch self {
    case .tooNew: "upgrade flash on this machine, or export it for older versions"
    case .corrupt: "export it once more from its program, or download it again"
    case .cannotSpool: "name a folder with more room in TMPDIR"
    default: nil
    }
  }

  public var code: String {
    switch self {
    case .unreadable: "unreadable"
    case .corrupt: "corrupt"
    case .tooNew: "too_new"
    case .unsupported: "unsupported"
    case .tooLarge: "too_large"
    case .unsafe: "unsafe"
    case .text(_, let error): error.code
    case .empty: "empty"
    case .cannotSpool: "spool_failed"
    case .cannotPack: "cannot_pack"
    case .interrupted: "interrupted"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .unreadable, .cannotSpool, .cannotPack: .readOrWrite
    case .corrupt, .tooNew, .unsupported, .tooLarge, .unsafe, .text, .empty: .badInput
    case .interrupted: .cancelled
    }
  }
}
