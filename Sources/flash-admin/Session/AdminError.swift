import FlashAPI
import FlashClient
import FlashModel

/// What keeps an operator's command from being done.
enum AdminError: UserFacingError, Hashable {
  /// No server is named.
  case noServer
  /// There is no token for the server.
  case notSignedIn(String)
  /// Standard input has no token.
  case noToken
  /// The server said no, or did not answer.
  case failed(ClientError)
  /// No account has the address.
  case noUser(String)
  /// A line of standard input is no account.
  case notGiven(line: Int, reason: String)
  /// A query can't be understood.
  case query(String, reason: String)
  /// A file is no plan.
  case badPlan(file: String, reason: String)

  var message: String {
    switch self {
    case .noServer: "no server is named"
    case .notSignedIn(let host): "there is no token for '\(host)'"
    case .noToken: "standard input has no token"
    case .failed(let error): error.message
    case .noUser(let address): "no account has the address '\(address)'"
    case .notGiven(let line, let reason): "standard input:\(line): \(reason)"
    case .query(let term, let reason): "'\(term)': \(reason)"
    case .badPlan(let file, let reason): "\(file): \(reason)"
    }
  }

  var hint: String? {
    switch self {
    case .noServer: "'flash admin login --server=https://HOST', or set 'admin.server'"
    case .notSignedIn: "flash admin login"
    case .noToken: "'flash serve token add --admin' makes the first one"
    case .failed(.unreachable): "try again when the server is back"
    case .failed(.refused(let problem)) where problem.status == 401: "flash admin login"
    case .failed(.refused(let problem)) where problem.status == 403:
      "'flash admin whoami' tells what the token may do"
    case .failed(let error): error.hint
    case .noUser: "'flash admin user list' finds accounts by parts of their addresses"
    case .notGiven: nil
    case .query: "such as 'status=active plan=plus created>2026-01-01 last_sync<2026-06-01'"
    case .badPlan: "'flash admin plan show --json' prints one"
    }
  }

  var code: String {
    switch self {
    case .noServer: "no_server"
    case .notSignedIn: "auth_required"
    case .noToken: "no_token"
    case .failed(let error): error.code
    case .noUser: "not_found"
    case .notGiven: "malformed"
    case .query: "query"
    case .badPlan: "malformed"
    }
  }

  var kind: FailureKind {
    switch self {
    case .noServer: .usage
    case .notSignedIn, .noToken: .notSignedIn
    case .failed(.refused(let problem)): AdminError.kind(of: problem)
    case .failed(let error): error.kind
    case .noUser: .notFound
    case .notGiven, .query, .badPlan: .badInput
    }
  }

  private static func kind(of problem: Problem) -> FailureKind {
    switch problem.status {
    case 400, 422: .usage
    case 404: .notFound
    case 409: .no
    case 412: .tryLater
    default: ClientError.refused(problem).kind
    }
  }

  /// Whether it is about the one thing that was asked for, so that others may still succeed.
  var isOfOne: Bool {
    switch self {
    case .noUser, .notGiven: true
    case .failed(.refused(let problem)): [404, 409, 410, 412, 422].contains(problem.status)
    case .noServer, .notSignedIn, .noToken, .failed, .query, .badPlan: false
    }
  }
}
