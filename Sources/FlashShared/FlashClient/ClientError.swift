public import FlashAPI
public import FlashModel

/// Why a server did not do what it was asked for.
public enum ClientError: UserFacingError, Hashable {
  /// There is no way to it, or no answer in time.
  case unreachable(host: String, reason: String)
  /// Its certificate is not one that this machine trusts.
  case untrusted(host: String, reason: String)
  /// The address would send secrets in the clear, or is none.
  case badAddress(String, reason: String)
  /// It said no, and why.
  case refused(Problem)
  /// It answered what the contract does not know.
  case malformed(host: String, reason: String)
  /// Somebody asked to stop.
  case stopped
  /// libcurl can't be used.
  case unusable(reason: String)

  public var message: String {
    switch self {
    case .unreachable(let host, let reason): "can't reach '\(host)': \(reason)"
    case .untrusted(let host, let reason): "'\(host)' can't be trusted: \(reason)"
    case .badAddress(let url, let reason): "'\(url)': \(reason)"
    case .refused(let problem): ClientError.sentence(problem)
    case .malformed(let host, let reason): "'\(host)' answered something unexpected: \(reason)"
    case .stopped: "stopped"
    case .unusable(let reason): "libcurl can't be used: \(reason)"
    }
  }

  /// The server's words as a message of ours: lower case, without a full stop.
  private static func sentence(_ problem: Problem) -> String {
    var text = problem.message
    if text.hasSuffix(".") { text.removeLast() }
    guard let first = text.first else { return problem.code.title.lowercased() }
    return first.lowercased() + text.dropFirst()
  }

  public var hint: String? {
    switch self {
    case .unreachable: "what was done here is safe, and is sent once the server is back"
    case .untrusted: "check the address, the machine's clock and its certificates"
    case .badAddress: "give it as 'https://host'"
    case .refused(let problem):
      switch problem.status {
      case 401: "sign in again with 'flash sync login'"
      case 413 where problem.code == .quotaExceeded:
        "what is here stays here; whoever runs the server can allow more"
      case 429, 503: "try again in \(problem.retryAfter ?? 60) s"
      default: nil
      }
    case .malformed: "is that the address of a flash server? else one of the two is too old"
    case .stopped, .unusable: nil
    }
  }

  public var code: String {
    switch self {
    case .unreachable: "unreachable"
    case .untrusted: "untrusted"
    case .badAddress: "bad_address"
    case .refused(let problem): problem.code.rawValue
    case .malformed: "malformed_answer"
    case .stopped: "stopped"
    case .unusable: "unusable"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .unreachable: .tryLater
    case .untrusted, .malformed: .incompatible
    case .badAddress: .badConfiguration
    case .stopped: .cancelled
    case .unusable: .system
    case .refused(let problem):
      switch problem.status {
      case 401, 402: .notSignedIn
      case 403: .notAllowed
      case 413 where problem.code == .quotaExceeded: .notAllowed
      case 408, 425, 429, 500...599: .tryLater
      case 410: .no
      default: .incompatible
      }
    }
  }
}
