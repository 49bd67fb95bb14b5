public import FlashModel

/// Why a job could not be scheduled.
public enum ScheduleError: UserFacingError, Hashable {
  /// There is neither a systemd that answers for this user, nor cron.
  case noScheduler
  /// The one that was asked for is not there.
  case unavailable(ScheduleKind, reason: String)
  /// A unit file of that name that we did not write.
  case notOurs(path: String)
  case cannotWrite(path: String, reason: String)
  /// Text that fits into no line.
  case badText(String)
  /// More of a crontab than anybody has.
  case tooLong

  public var message: String {
    switch self {
    case .noScheduler: "neither systemd nor cron is there for this user"
    case .unavailable(let kind, let reason): "\(kind.rawValue) cannot be used: \(reason)"
    case .notOurs(let path): "'\(path)' was not written by flash"
    case .cannotWrite(let path, let reason): "cannot write '\(path)': \(reason)"
    case .badText(let text): "a line break in '\(text)'"
    case .tooLong: "the crontab is larger than 16 MiB"
    }
  }

  public var hint: String? {
    switch self {
    case .noScheduler: "install cron, or run the command from what starts programs here"
    case .notOurs: "move it away, or leave it in charge"
    default: nil
    }
  }

  public var code: String {
    switch self {
    case .noScheduler, .unavailable: "no_scheduler"
    case .notOurs, .cannotWrite: "cannot_create"
    case .badText: "bad_value"
    case .tooLong: "too_large"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .noScheduler, .unavailable: .unavailable
    case .notOurs, .cannotWrite: .cannotCreate
    case .badText: .usage
    case .tooLong: .badInput
    }
  }
}

/// What runs jobs on a machine.
public enum ScheduleKind: String, Choice, Sendable {
  case systemd
  case cron
}
