public import FlashModel

/// What SQLite refused to do, with its own words.
public enum SQLError: UserFacingError, Hashable {
  /// The file can't be opened: missing, a folder, no permission.
  case cannotOpen(path: String, reason: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// The file is damaged.
  case corrupt(path: String, reason: String)
  /// Another process holds a lock for longer than we wait.
  case busy(path: String)
  case diskFull(path: String)
  case readOnly(path: String)
  /// The operating system failed to read or write.
  case inputOutput(path: String, reason: String)
  case interrupted
  /// A check, a unique index or a foreign key said no.
  case constraint(reason: String)
  /// A statement of ours is wrong.
  case statement(sql: String, reason: String)

  public var message: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open '\(path)': \(reason)"
    case .notADatabase(let path): "'\(path)' is not a database"
    case .corrupt(let path, let reason): "'\(path)' is damaged: \(reason)"
    case .busy(let path): "'\(path)' is locked by another process"
    case .diskFull(let path): "no space left to write '\(path)'"
    case .readOnly(let path): "'\(path)' is read-only"
    case .inputOutput(let path, let reason): "cannot read or write '\(path)': \(reason)"
    case .interrupted: "interrupted"
    case .constraint(let reason): "refused by the database: \(reason)"
    case .statement(let sql, let reason): "\(reason) in '\(sql)'"
    }
  }

  public var hint: String? {
    switch self {
    case .busy: "try again when the other command has ended"
    case .diskFull: "free some space; nothing was changed"
    default: nil
    }
  }

  public var code: String {
    switch self {
    case .cannotOpen: "cannot_open"
    case .notADatabase: "not_a_database"
    case .corrupt: "corrupt"
    case .busy: "busy"
    case .diskFull: "disk_full"
    case .readOnly: "read_only"
    case .inputOutput: "io"
    case .interrupted: "interrupted"
    case .constraint: "constraint"
    case .statement: "statement"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .cannotOpen(_, let reason): reason == "permission denied" ? .notAllowed : .notFound
    case .notADatabase, .corrupt: .badInput
    case .busy: .tryLater
    case .diskFull, .inputOutput: .readOrWrite
    case .readOnly: .notAllowed
    case .interrupted: .cancelled
    case .constraint, .statement: .bug
    }
  }
}
