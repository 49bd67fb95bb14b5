import FlashCommand
import FlashModel

/// Why nothing was exported. A file that was there before is as it was.
enum ExportError: UserFacingError, Hashable {
  case cannotCreate(file: String, SystemError)
  case cannotWrite(file: String, SystemError)
  /// The name was made up for the file, and there is one of that name.
  case exists(file: String)
  /// The extension says nothing, and no format was named.
  case unknownExtension(file: String)

  var message: String {
    switch self {
    case .cannotCreate(let file, let error): "cannot create '\(file)': \(error)"
    case .cannotWrite(let file, let error): "cannot write '\(file)': \(error)"
    case .exists(let file): "there is a file '\(file)' already"
    case .unknownExtension(let file): "the name '\(file)' does not say what format it is to have"
    }
  }

  var hint: String? {
    switch self {
    case .cannotCreate, .cannotWrite: nil
    case .exists: "name it with '-o' to replace it"
    case .unknownExtension: "name the format with '--format'"
    }
  }

  var code: String {
    switch self {
    case .cannotCreate: "cannot_create"
    case .cannotWrite: "write_failed"
    case .exists: "exists"
    case .unknownExtension: "unknown_format"
    }
  }

  var kind: FailureKind {
    switch self {
    case .cannotCreate, .exists: .cannotCreate
    case .cannotWrite: .readOrWrite
    case .unknownExtension: .usage
    }
  }
}
