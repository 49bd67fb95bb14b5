public import FlashModel
internal import FlashSQL

/// Why a snapshot is not taken, as a whole.
public enum SnapshotError: UserFacingError, Hashable {
  /// It is not what was announced, or damaged.
  case damaged(reason: String)
  /// More comes out of it than was announced, or is taken.
  case tooLarge(limit: Int64)
  /// A newer version wrote it.
  case newer(format: Int)
  /// There is no room beside the collection to unpack it, or the system refuses.
  case cannotSpool(reason: String)

  public var message: String {
    switch self {
    case .damaged(let reason): "the snapshot can't be used: \(reason)"
    case .tooLarge(let limit): "the snapshot is larger than \(limit) bytes"
    case .newer(let format): "the snapshot has format \(format), which is not known here"
    case .cannotSpool(let reason): "cannot write a temporary file: \(reason)"
    }
  }

  public var hint: String? { nil }

  public var code: String {
    switch self {
    case .damaged: "snapshot_damaged"
    case .tooLarge: "too_large"
    case .newer: "newer_format"
    case .cannotSpool: "spool_failed"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .damaged, .tooLarge: .badInput
    case .newer: .incompatible
    case .cannotSpool: .readOrWrite
    }
  }

  /// What SQLite says of a file that came from elsewhere.
  init(_ error: SQLError) {
    switch error {
    case .diskFull, .inputOutput, .readOnly: self = .cannotSpool(reason: error.message)
    case .notADatabase: self = .damaged(reason: "it is no database")
    case .corrupt(_, let reason), .constraint(let reason): self = .damaged(reason: reason)
    case .interrupted: self = .damaged(reason: "reading it takes too long")
    case .cannotOpen(_, let reason), .statement(_, let reason): self = .damaged(reason: reason)
    case .busy: self = .damaged(reason: "somebody else writes it")
    }
  }
}
