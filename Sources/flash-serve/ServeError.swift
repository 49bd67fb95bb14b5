import FlashModel

/// What keeps a server from starting.
enum ServeError: UserFacingError, Hashable {
  case cannotListen(address: String, reason: String)
  /// An address that others reach, without encryption.
  case listenerInClear(address: String)
  /// A clock for tests, where others could reach it.
  case testClockExposed(address: String)
  case cannotMakeFolder(path: String, reason: String)
  case cannotRemove(path: String, reason: String)
  /// A file that a setting names cannot be read.
  case cannotReadClock(path: String)
  case noSuchJob(String, known: [String])
  case noSuchPlan(String, known: [String])
  case noSuchToken(String)
  /// Several tokens are called so.
  case manyTokens(String, Int)

  var message: String {
    switch self {
    case .cannotListen(let address, let reason): "cannot listen at '\(address)': \(reason)"
    case .listenerInClear(let address):
      "'\(address)' can be reached by others, and nothing would be encrypted"
    case .testClockExposed(let address):
      "serve.test-clock is set, and '\(address)' can be reached by others"
    case .cannotMakeFolder(let path, let reason): "cannot make folder '\(path)': \(reason)"
    case .cannotRemove(let path, let reason): "cannot remove '\(path)': \(reason)"
    case .cannotReadClock(let path): "no time in milliseconds in '\(path)'"
    case .noSuchJob(let name, _): "no such job: '\(name)'"
    case .noSuchPlan(let name, _): "no such plan: '\(name)'"
    case .noSuchToken(let name): "no such token: '\(name)'"
    case .manyTokens(let name, let count): "\(count) tokens are called '\(name)'"
    }
  }

  var hint: String? {
    switch self {
    case .cannotListen: "is another server running there?"
    case .listenerInClear:
      "listen at 127.0.0.1 behind a proxy that encrypts, or set serve.in-clear"
    case .testClockExposed: "unset serve.test-clock"
    case .noSuchJob(_, let known) where !known.isEmpty,
      .noSuchPlan(_, let known) where !known.isEmpty:
      "there are \(known.joined(separator: ", "))"
    case .noSuchToken: "'flash serve token list' lists them"
    case .manyTokens: "name it by its id, which 'flash serve token list' shows"
    default: nil
    }
  }

  var code: String {
    switch self {
    case .cannotListen: "cannot_listen"
    case .listenerInClear: "listener_in_clear"
    case .testClockExposed: "test_clock_exposed"
    case .cannotMakeFolder: "cannot_create"
    case .cannotRemove: "write_failed"
    case .cannotReadClock: "bad_clock"
    case .noSuchJob, .noSuchPlan, .noSuchToken, .manyTokens: "not_found"
    }
  }

  var kind: FailureKind {
    switch self {
    case .cannotListen: .system
    case .listenerInClear, .testClockExposed: .notAllowed
    case .cannotMakeFolder: .cannotCreate
    case .cannotRemove: .readOrWrite
    case .cannotReadClock: .badConfiguration
    case .noSuchJob, .noSuchPlan, .noSuchToken, .manyTokens: .notFound
    }
  }
}
