public import FlashModel

/// A helper program could not do its part.
public enum HelperError: UserFacingError, Hashable {
  case missing(String)
  case failed(String, code: Int32)
  case noPipe(SystemError)

  public var message: String {
    switch self {
    case .missing(let program): "the program '\(program)' is not installed"
    case .failed(let program, let code): "'\(program)' failed with code \(code)"
    case .noPipe(let error): "cannot make a pipe: \(error)"
    }
  }

  public var hint: String? {
    switch self {
    case .missing(let program): "install \(program)"
    case .failed, .noPipe: nil
    }
  }

  public var code: String {
    switch self {
    case .missing: "helper_missing"
    case .failed: "helper_failed"
    case .noPipe: "system_error"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .missing: .unavailable
    // jq has told on standard error what is wrong with its expression or its input.
    case .failed: .usage
    case .noPipe: .system
    }
  }
}
