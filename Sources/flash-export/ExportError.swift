import FlashModel

/// Why nothing was exported.
enum ExportError: UserFacingError, Hashable {
  /// The extension says nothing, and no format was named.
  case unknownExtension(file: String)
  /// A format that holds one deck is to hold these.
  case severalDecks([String], of: String)

  var message: String {
    switch self {
    case .unknownExtension(let file): "the name '\(file)' does not say what format it is to have"
    case .severalDecks(let decks, let format):
      "a file of \(format) holds one deck, and cards of \(decks.count) are meant: "
        + decks.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        + (decks.count > 3 ? ", …" : "")
    }
  }

  var hint: String? {
    switch self {
    case .unknownExtension: "name the format with '--format'"
    case .severalDecks: "name a folder with '-o' for a file for each deck"
    }
  }

  var code: String {
    switch self {
    case .unknownExtension: "unknown_format"
    case .severalDecks: "several_decks"
    }
  }

  var kind: FailureKind {
    switch self {
    case .unknownExtension, .severalDecks: .usage
    }
  }
}
