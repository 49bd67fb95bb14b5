public import FlashModel

/// Reading or writing one of the command's streams failed.
public enum StreamError: UserFacingError, Hashable {
  case writing(stream: String, SystemError)
  case reading(stream: String, SystemError)
  /// `line` counts from 1; `limit` is in bytes.
  case lineTooLong(stream: String, line: Int, limit: Int)
  case tooLong(stream: String, limit: Int)
  /// `offset` counts bytes from 0.
  case notUTF8(stream: String, offset: Int)

  public var message: String {
    switch self {
    case .writing(let stream, let error): "cannot write \(stream): \(error)"
    case .reading(let stream, let error): "cannot read \(stream): \(error)"
    case .lineTooLong(let stream, let line, let limit):
      "\(stream):\(line): the line is longer than \(limit) bytes"
    case .tooLong(let stream, let limit): "\(stream): longer than \(limit) bytes"
    case .notUTF8(let stream, let offset): "\(stream): not UTF-8 at byte \(offset)"
    }
  }

  public var code: String {
    switch self {
    case .writing: "write_failed"
    case .reading: "read_failed"
    case .lineTooLong, .tooLong: "too_large"
    case .notUTF8: "not_utf8"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .writing, .reading: .readOrWrite
    case .lineTooLong, .tooLong, .notUTF8: .badInput
    }
  }
}
