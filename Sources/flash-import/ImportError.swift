import FlashCommand
import FlashModel
import FlashPackages
import FlashStore
import FlashText

/// Why a file was not imported. Nothing of it is in the collection then.
enum ImportError: UserFacingError, Hashable {
  /// It can't be opened or read.
  case unreadable(file: String, SystemError)
  /// It was read and is not what it has to be.
  case refused(file: String, TextFormatError)
  /// The same of a container.
  case refusedPackage(file: String, PackageError)
  /// A row makes no card, and `--strict` says that all must.
  case badRow(file: String, line: Int, reason: String)
  /// A card is here with another text, and `--on-duplicate=fail` was given.
  case duplicate(file: String, line: Int, StoreError)
  /// The records of a flash export don't fit together or into the collection.
  case refusedRecords(file: String, StoreError)
  /// What came through a pipe can't be put aside.
  case cannotSpool(file: String, SystemError)

  var message: String {
    switch self {
    case .unreadable(let file, let error): "\(file): cannot read: \(error)"
    case .refused(let file, let error):
      error.line.map { "\(file):\($0): \(error.reason)" } ?? "\(file): \(error.reason)"
    case .refusedPackage(let file, let error): "\(file): \(error.message)"
    case .badRow(let file, let line, let reason): "\(file):\(line): \(reason)"
    case .duplicate(let file, let line, let error): "\(file):\(line): \(error.message)"
    case .refusedRecords(let file, let error): "\(file): \(error.message)"
    case .cannotSpool(let file, let error): "\(file): cannot put it aside: \(error)"
    }
  }

  var hint: String? {
    switch self {
    case .refused(_, let error): error.hint
    case .refusedPackage(_, let error): error.hint
    case .badRow: "leave '--strict' away to skip such rows"
    case .duplicate: "choose another '--on-duplicate'"
    case .refusedRecords(_, let error): error.hint
    case .cannotSpool: "name a folder with more room in TMPDIR"
    case .unreadable: nil
    }
  }

  var code: String {
    switch self {
    case .unreadable: "unreadable"
    case .refused(_, let error): error.code
    case .refusedPackage(_, let error): error.code
    case .badRow: "bad_row"
    case .duplicate: "duplicate"
    case .refusedRecords(_, let error): error.code
    case .cannotSpool: "spool_failed"
    }
  }

  var kind: FailureKind {
    switch self {
    case .unreadable(_, let error): SourceFile.kind(of: error)
    case .refusedPackage(_, let error): error.kind
    case .refused, .badRow, .duplicate, .refusedRecords: .badInput
    case .cannotSpool: .readOrWrite
    }
  }
}
