import FlashAPI
import FlashModel
import FlashSQL
import FlashSnapshot

/// What a client is told of something that went wrong, and what only the log is told.
struct Failure {
  let problem: Problem
  /// For the log; nil where the problem says it all.
  let detail: String?

  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self.init(problem, nil)
    case let error as JSONError:
      self.init(
        error.field.map { Problem.invalid($0, error.reason) }
          ?? Problem(.malformedJSON, "The body is not JSON: \(error.reason)."), nil)
    case let error as JSONFieldError: self.init(Problem.invalid(error.field, error.reason), nil)
    case let error as SQLError: self.init(Failure.problem(error), error.message)
    case SnapshotError.cannotSpool(let reason): self.init(Failure.noRoom, reason)
    case let error as any UserFacingError: self.init(Failure.internal, error.message)
    default: self.init(Failure.internal, "\(type(of: error))")
    }
  }

  private init(_ problem: Problem, _ detail: String?) {
    self.problem = problem
    self.detail = detail
  }

  private static let `internal` = Problem(
    .internal, "Something went wrong here. It was written down under the id of this request.")

  private static let noRoom = Problem(
    .storageFull, "There is no room to store it. Reading goes on.", retryAfter: 60)

  private static func problem(_ error: SQLError) -> Problem {
    switch error {
    case .busy: Problem(.unavailable, "Too busy just now; try again.", retryAfter: 1)
    // A database that is being restarted, or moved.
    case .cannotOpen:
      Problem(.unavailable, "The database cannot be reached; try again.", retryAfter: 5)
    case .interrupted: Problem(.unavailable, "It took too long; try again.", retryAfter: 5)
    case .diskFull, .readOnly: Failure.noRoom
    default: Failure.internal
    }
  }
}

extension Problem {
  /// The answer that tells of it.
  func response(requestID: String) -> HTTPResponse {
    var response = HTTPResponse(
      status, fields: [("Content-Type", "application/problem+json")],
      body: json(requestID: requestID).bytes)
    if let retryAfter { response.fields.append(("Retry-After", "\(retryAfter)")) }
    return response
  }
}
