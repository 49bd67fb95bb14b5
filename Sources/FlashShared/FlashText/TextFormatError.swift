public import FlashModel

/// Why a file was refused as a whole. The file itself is named by whoever opened it.
///
/// A bad row is no error but a ``RowProblem``.
public enum TextFormatError: UserFacingError, Hashable {
  /// Readable, but nothing that is known here.
  case unknownFormat
  /// The bytes do not fit the encoding, or are no text at all. `offset` counts bytes from 0.
  case encoding(line: Int, offset: Int, reason: String)
  /// A syntax error.
  case malformed(line: Int, reason: String)
  /// Written by a later version than this one reads.
  case tooNew(found: Int, supported: Int)
  /// Known, but not read here. The format's name.
  case unsupported(format: String)
  /// A container, such as compressed data, is damaged.
  case corrupt(reason: String)
  /// Made to do harm, or to reach out of the file. `line` is nil where there are none.
  case unsafe(line: Int?, reason: String)
  /// A limit was passed. `line` is nil where there are none.
  case tooLarge(line: Int?, reason: String)
  /// There is no card in it.
  case empty

  /// The physical line it is about, from 1, if there is one.
  public var line: Int? {
    switch self {
    case .encoding(let line, _, _), .malformed(let line, _): line
    case .unsafe(let line, _), .tooLarge(let line, _): line
    case .unknownFormat, .tooNew, .unsupported, .corrupt, .empty: nil
    }
  }

  /// What is wrong, without the line, for a message that begins `FILE:LINE: `.
  public var reason: String {
    switch self {
    case .unknownFormat: "not a format that flash knows"
    case .encoding(_, let offset, let reason): "\(reason) at byte \(offset)"
    case .malformed(_, let reason), .tooLarge(_, let reason), .unsafe(_, let reason),
      .corrupt(let reason):
      reason
    case .tooNew(let found, let supported):
      "written by version \(found), and this flash reads up to \(supported)"
    case .unsupported(let format): "\(format) is not supported yet"
    case .empty: "no cards found"
    }
  }

  public var message: String { line.map { "line \($0): \(reason)" } ?? reason }

  public var hint: String? {
    switch self {
    case .unknownFormat: "name it with --format, if you know what it is"
    case .encoding: "name the encoding with --encoding"
    case .tooNew: "upgrade flash on this machine"
    case .malformed, .unsupported, .corrupt, .unsafe, .tooLarge, .empty: nil
    }
  }

  public var code: String {
    switch self {
    case .unknownFormat: "unknown_format"
    case .encoding: "encoding"
    case .malformed: "malformed"
    case .tooNew: "too_new"
    case .unsupported: "unsupported"
    case .corrupt: "corrupt"
    case .unsafe: "unsafe"
    case .tooLarge: "too_large"
    case .empty: "empty"
    }
  }

  public var kind: FailureKind { .badInput }
}
