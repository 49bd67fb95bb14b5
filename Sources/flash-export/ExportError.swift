import FlashModel

/// Why nothing was exported.
enum ExportError: UserFacingError, Hashable {
  /// The extension says nothing, and no format was named.
  case unknownExtension(file: String)

  var message: String {
    switch self {
    case .unknownExtension(let file): "the name '\(file)' does not say what format it is to have"
    }
  }

  var hint: String? { "name the format with '--format'" }

  var code: String {
    switch self {
    case .unknownExtension: "unknown_format"
    }
  }

  var kind: FailureKind {
    switch self {
    case .unknownExtension: .usage
    }
  }
}
