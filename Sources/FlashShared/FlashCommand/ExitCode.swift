public import FlashModel

/// How a command ends, as a shell sees it.
///
/// Small numbers for what scripts branch on, those of sysexits for the rest, the shell's own above
/// 125. A command that a signal ended has no code here: it raises the signal again, so that the
/// shell reports 128 + n.
public enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
  case success = 0
  case failure = 1
  case cancelled = 2
  case partly = 3
  case notSignedIn = 4
  case usage = 64
  case badInput = 65
  case notFound = 66
  case unavailable = 69
  case bug = 70
  case system = 71
  case cannotCreate = 73
  case readOrWrite = 74
  case tryLater = 75
  case incompatible = 76
  case notAllowed = 77
  case badConfiguration = 78
  case notRunnable = 126
  case noSuchCommand = 127

  /// The one mapping from kinds of failure to codes.
  public init(_ kind: FailureKind) {
    self =
      switch kind {
      case .no: .failure
      case .cancelled: .cancelled
      case .partly: .partly
      case .notSignedIn: .notSignedIn
      case .usage: .usage
      case .badInput: .badInput
      case .notFound: .notFound
      case .unavailable: .unavailable
      case .bug: .bug
      case .system: .system
      case .cannotCreate: .cannotCreate
      case .readOrWrite: .readOrWrite
      case .tryLater: .tryLater
      case .incompatible: .incompatible
      case .notAllowed: .notAllowed
      case .badConfiguration: .badConfiguration
      }
  }

  /// What the code means, as the manual pages say it.
  public var meaning: String {
    switch self {
    case .success: "done, or there was nothing to do"
    case .failure: "failed, or the answer is no"
    case .cancelled: "cancelled: a prompt was declined, or the editor left without a change"
    case .partly: "partly done; each item that failed is named on standard error"
    case .notSignedIn: "not signed in, the token was refused, or the subscription has ended"
    case .usage: "wrong usage"
    case .badInput: "bad input data; the message names the place"
    case .notFound: "an input file, a deck or a directory was not found"
    case .unavailable: "a helper program is missing"
    case .bug: "a fault in flash itself"
    case .system: "an error of the operating system"
    case .cannotCreate: "an output could not be created"
    case .readOrWrite: "reading or writing failed, or the disk is full"
    case .tryLater: "try later: a lock is held, or the server cannot be reached"
    case .incompatible: "the other side broke the protocol, or its version does not fit"
    case .notAllowed: "not allowed"
    case .badConfiguration: "bad configuration"
    case .notRunnable: "the command was found and cannot be run"
    case .noSuchCommand: "there is no such command"
    }
  }
}

/// An error whose exit code no kind of failure has: the two of command lookup.
public protocol ExitCodeProviding: UserFacingError {
  var exitCode: ExitCode { get }
}

/// Thrown to end at once with a code and without a message, such as by `--check`.
public struct Exit: Error, Hashable {
  public let code: ExitCode

  public init(_ code: ExitCode) { self.code = code }
}
