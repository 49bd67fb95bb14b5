public import FlashModel

/// Why a mail could not be handed over, or where to is not understood.
public enum MailError: UserFacingError, Hashable {
  /// What `serve.mail` says is no place for mail.
  case badDestination(String, expected: String)
  /// A file or a folder could not be written.
  case cannotWrite(path: String, reason: String)
  /// The mail server did not take it.
  case refused(host: String, reason: String)
  /// What was to be fetched did not come.
  case cannotFetch(host: String, reason: String)
  /// libcurl does not start.
  case unusable

  public var message: String {
    switch self {
    case .badDestination(let text, let expected): "no place for mail: '\(text)': \(expected)"
    case .cannotWrite(let path, let reason): "cannot write mail '\(path)': \(reason)"
    case .refused(let host, let reason): "mail server '\(host)' did not take a mail: \(reason)"
    case .cannotFetch(let host, let reason): "cannot fetch from '\(host)': \(reason)"
    case .unusable: "libcurl does not start"
    }
  }

  public var hint: String? {
    switch self {
    case .badDestination: "write smtp://HOST, smtps://HOST, dir:PATH or maildir:PATH"
    default: nil
    }
  }

  public var code: String {
    switch self {
    case .badDestination: "mail_destination"
    case .cannotWrite: "mail_write"
    case .refused: "mail_refused"
    case .cannotFetch: "fetch_failed"
    case .unusable: "curl_unusable"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .badDestination: .badConfiguration
    case .cannotWrite: .readOrWrite
    case .refused, .cannotFetch: .tryLater
    case .unusable: .unavailable
    }
  }
}
