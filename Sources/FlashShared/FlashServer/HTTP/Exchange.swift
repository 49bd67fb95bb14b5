import FlashAPI
import FlashModel
import FlashSnapshot

/// A request while it is being answered: what its answer says beside the body, and what is written
/// down of it.
struct Exchange<Storage: ServerStorage>: Sendable {
  let server: Server<Storage>
  /// As sent, with the address of whoever really asks.
  let head: HTTPHead
  let now: Timestamp
  let requestID: String
  var operation: Operation?
  var user: UserID?
  /// Bytes of the body.
  var received = 0
  /// Fields of the answer, whatever it will be.
  var fields: [(name: String, value: String)] = []
  private let began: Int64
  private var standing: RateBuckets.Standing?

  init(_ server: Server<Storage>, _ sent: HTTPHead) {
    self.server = server
    began = server.timer()
    now = server.clock()
    var head = sent
    head.peer = sent.client(behind: server.trusted)
    self.head = head
    // A proxy's own id is worth more than a new one: its log has it too.
    if let given = sent.fields["x-request-id"], HTTPHead.isTrusted(sent.peer, server.trusted),
      (1...64).contains(given.utf8.count), given.utf8.allSatisfy(Exchange.isPlain)
    {
      requestID = given
    } else {
      requestID = Exchange.hex(server.random(8))
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

// MARK: - Limits

extension Exchange {
  /// Counts a request that needs no token, by address: those of signing in and of webhooks.
  mutating func limit(_ route: Route<Storage>, address: String) throws {
    if route.isWebhook {
      return try take(
        .address(Buckets.network(of: address), "webhook"), server.limits.webhook, "webhook")
    }
    guard route.isSignIn else { return }
    try take(.address(Buckets.network(of: address)), server.limits.signIn, "sign_in")
  }

  /// Counts a request of an account.
  mutating func limit(_ route: Route<Storage>, _ principal: Principal) throws {
    if route.isSync {
      return try take(.account(principal.user, "sync"), server.limits.sync, "sync")
    }
    try take(.account(principal.user), server.limits.account, "account")
    if route.operation.name == Endpoints.exportMe.operation.name {
      try take(.account(principal.user, "export"), server.limits.export, "export")
    }
  }

  /// Counts a request of an operator.
  mutating func limit(_ admin: AdminPrincipal) throws {
    try take(.admin(admin.token), server.limits.admin, "admin")
  }

  /// Takes down that a token was refused.
  /// - Returns: the answer that says so.
  mutating func refused(_ problem: Problem) throws -> Problem {
    fields.append(("WWW-Authenticate", "Bearer error=\"invalid_token\""))
    try limitRefusals()
    return problem
  }

  /// Counts a token that was refused, by address.
  private mutating func limitRefusals() throws {
    try take(.address(Buckets.network(of: head.peer), "refused"), server.limits.signIn, "refused")
    standing = nil
  }

  private mutating func take(
    _ key: RateBuckets.Key, _ rate: ServiceLimits.Rate, _ bucket: String
  ) throws {
    let standing = server.buckets.take(key, rate, at: now)
    self.standing = standing
    guard standing.isAllowed else {
      server.metrics.count(.limited, [bucket])
      let wait = max(1, (standing.ends.milliseconds - now.milliseconds + 999) / 1_000)
      throw Problem(
        .rateLimited, "Too many requests; try again in \(wait) s.", retryAfter: Int(wait))
    }
  }
}

// MARK: - Answers

extension Exchange {
  /// The answer for something that went wrong.
  func refuse(_ error: any Error) -> HTTPResponse {
    let failure = Failure(error)
    return conclude(failure.problem.response(requestID: requestID), failure.detail)
  }

  /// Completes an answer, counts it and writes it down.
  /// - Parameter detail: for the log alone.
  func conclude(_ response: HTTPResponse, _ detail: String? = nil) -> HTTPResponse {
    var response = response
    response.fields += fields
    response.fields.append(("X-Request-Id", requestID))
    if let standing {
      response.fields.append(("X-RateLimit-Limit", "\(standing.limit)"))
      response.fields.append(("X-RateLimit-Remaining", "\(standing.remaining)"))
      if response.status == 429 {
        response.fields.append(("X-RateLimit-Reset", "\(standing.ends.milliseconds / 1_000)"))
      }
    }
    if response.field("Cache-Control") == nil {
      response.fields.append(("Cache-Control", "no-store"))
    }
    pack(&response)
    record(response, detail)
    return response
  }

  private func pack(_ response: inout HTTPResponse) {
    // What is no text is packed already.
    guard response.file == nil, response.body.count >= server.limits.packsFrom,
      response.field("Content-Encoding") == nil,
      response.field("Content-Type") != "application/octet-stream"
    else { return }
    response.fields.append(AcceptEncoding.varies)
    guard AcceptEncoding.takesGzip(head.fields["accept-encoding"]),
      let packed = Gzip.packed(response.body), packed.count < response.body.count
    else { return }
    response.body = packed
    response.fields.append(("Content-Encoding", "gzip"))
  }

  private func record(_ response: HTTPResponse, _ detail: String?) {
    let microseconds = server.timer() - began
    let name = operation?.name ?? "none"
    server.metrics.request(name, response.status, microseconds: microseconds)
    var members: [JSONValue.Member] = [
      .init("request_id", .string(requestID)),
      .init("method", .string(Method(rawValue: head.method)?.rawValue ?? "other")),
      // The pattern, not what was sent: that may hold a token.
      .init("operation", .string(name)), .init("path", .string(operation?.path.text ?? "")),
      .init("status", .integer(Int64(response.status))),
      .init("ms", .double(Double(microseconds) / 1_000)),
      .init("bytes_in", .integer(Int64(received))),
      .init("bytes", .integer(response.file?.size ?? Int64(response.body.count))),
    ]
    if let user { members.append(.init("user_id", .string(user.description))) }
    if let detail { members.append(.init("detail", .string(detail))) }
    server.log(LogLine(response.status < 500 ? .info : .error, "request", members))
  }
}

/// What a client can unpack.
/// - Source: RFC 9110, 12.5.3.
enum AcceptEncoding {
  static var varies: (name: String, value: String) { ("Vary", "Accept-Encoding") }

  static func takesGzip(_ field: String?) -> Bool {
    guard let field else { return false }
    var any = false
    for part in field.split(separator: ",") {
      let pieces = part.split(separator: ";").map { String($0).trimmed.lowercased() }
      guard let name = pieces.first else { continue }
      let isRefused = pieces.dropFirst().contains {
        ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0)
      }
      if name == "gzip" || name == "x-gzip" { return !isRefused }
      if name == "*" { any = !isRefused }
    }
    return any
  }
}
