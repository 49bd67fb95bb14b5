import FlashAPI
import FlashModel

/// Finds out whose access token it is, before anything of a body is read.
///
/// The call has no principal yet.
/// - Throws: ``Problem``: `.unauthenticated`, `.tokenExpired`, `.tokenRevoked`, `.accountDisabled`.
public typealias TokenLookup<Storage: ServerStorage> =
  @Sendable (_ bearer: String, _ call: Call<Storage>) throws -> Principal

extension Server {
  /// Knows no token.
  public static var noTokens: TokenLookup<Storage> {
    { _, _ in throw Problem(.unauthenticated, "Sign in first.") }
  }

  /// What the listener asks with every head.
  public var service: HTTPService { { head in verdict(on: head) } }

  private func verdict(on sent: HTTPHead) -> HTTPVerdict {
    var exchange = Exchange(self, sent)
    do {
      let (route, parameters) = try route(&exchange)
      let operation = route.operation
      var call = Call(
        server: self, head: exchange.head, parameters: parameters, principal: nil,
        now: exchange.now, requestID: exchange.requestID
      ).within(seconds: limits.handler)
      try exchange.limit(route, address: exchange.head.peer)
      if case .admin(let ability) = operation.access {
        let admin = try admin(call, &exchange)
        call = call.of(admin)
        try exchange.limit(admin)
        guard admin.abilities.contain(ability) else {
          throw Problem(
            .insufficientAbility, "The admin token lacks '\(ability?.rawValue ?? "")'.")
        }
      } else if let principal = try principal(operation, call, &exchange) {
        call = call.of(principal)
        try exchange.limit(route, principal)
        guard !principal.isReadOnly || [.get, .head].contains(operation.method) else {
          throw Problem(.insufficientAbility, "The token is good for reading alone.")
        }
      }
      if route.fillsDisk { try checkRoom() }
      let body = try BodyForm(exchange.head, route, limits)
      return .read(limit: body.limit) { [call, exchange] bytes in
        // Its time does not run while the body is on its way.
        answer(call.within(seconds: limits.handler), route, body, bytes, exchange)
      }
    } catch {
      return .answer(exchange.refuse(error))
    }
  }

  /// - Throws: ``Problem`` `.storageFull` if so little of the disk is free that nothing is to be added.
  private func checkRoom() throws {
    guard let free = freePart(), free * 100 < Double(limits.freeDisk) else { return }
    metrics.count(.limited, ["disk"])
    throw Problem(
      .storageFull, "There is hardly any room left. Reading goes on.", retryAfter: 600)
  }

  private func route(
    _ exchange: inout Exchange<Storage>
  ) throws -> (Route<Storage>, [String: String]) {
    switch router.find(exchange.head.method, exchange.head.path) {
    case .found(let route, let parameters):
      exchange.operation = route.operation
      return (route, parameters)
    case .otherMethod(let allowed):
      exchange.fields.append(("Allow", allowed.joined(separator: ", ")))
      throw Problem(.methodNotAllowed, "The method is not one of this address.")
    case .nothing: throw Problem(.notFound, "There is nothing at this address.")
    }
  }

  /// Who asks, if the operation wants to know.
  private func principal(
    _ operation: Operation, _ call: Call<Storage>, _ exchange: inout Exchange<Storage>
  ) throws -> Principal? {
    guard operation.access != .anyone else { return nil }
    guard let bearer = call.head.bearer else {
      if operation.access == .accountIfAny { return nil }
      exchange.fields.append(("WWW-Authenticate", "Bearer"))
      throw Problem(.unauthenticated, "Sign in first.")
    }
    do {
      let principal = try tokens(bearer, call)
      exchange.user = principal.user
      return principal
    } catch let problem as Problem where problem.status == 401 {
      if operation.access == .accountIfAny { return nil }
      throw try exchange.refused(problem)
    }
  }

  /// Which operator asks. A token of an account is none that is known here.
  private func admin(
    _ call: Call<Storage>, _ exchange: inout Exchange<Storage>
  ) throws -> AdminPrincipal {
    guard let bearer = call.head.bearer else {
      exchange.fields.append(("WWW-Authenticate", "Bearer"))
      throw Problem(.unauthenticated, "Send an admin token.")
    }
    do {
      return try OperatorTokens.principal(of: bearer, in: call.storage, now: call.now)
    } catch let problem as Problem {
      throw try exchange.refused(problem)
    }
  }

  private func answer(
    _ call: Call<Storage>, _ route: Route<Storage>, _ form: BodyForm, _ bytes: [UInt8],
    _ exchange: Exchange<Storage>
  ) -> HTTPResponse {
    var exchange = exchange
    exchange.received = bytes.count
    do {
      let body = try form.unpacked(bytes)
      let response =
        if let key = call.head.fields["idempotency-key"], route.keepsAnswers {
          try IdempotencyKeys(storage: call.storage).answer(key, of: call, route.operation, body) {
            try route.answer(call, body)
          }
        } else {
          try route.answer(call, body)
        }
      return exchange.conclude(response)
    } catch {
      return exchange.refuse(error)
    }
  }
}

extension Route {
  /// Whether a key of the client's makes a repeat get the first answer: operations of an account
  /// or an operator that change something. An answer with a secret is not kept anywhere.
  var keepsAnswers: Bool {
    guard ![.get, .head].contains(operation.method), !Self.secretive.contains(operation.name) else {
      return false
    }
    if case .admin = operation.access { return true }
    return operation.access == .account
  }

  private static var secretive: [String] {
    [Endpoints.adminCreateToken.operation.name, Endpoints.adminIssueToken.operation.name]
  }
}

extension Route {
  /// Whether it brings rows. Signing in, tokens and deletions go on when the disk is nearly full: what
  /// is kept free is kept for them, as without them nothing could be read, or made room for.
  var fillsDisk: Bool { isSync && bodyLimit > Route.smallBody }
}

/// How a body comes, and how much of it may.
struct BodyForm: Sendable {
  /// Bytes as they are sent.
  let limit: Int
  private let isPacked: Bool
  private let unpackedLimit: Int

  /// - Throws: ``Problem`` for what can't be read, or is too long by its own word.
  init<Storage>(_ head: HTTPHead, _ route: Route<Storage>, _ limits: ServiceLimits) throws {
    // Only the bodies of sync are large, and only they come packed: what unpacks for everybody
    // makes work for everybody.
    let isSync = route.isSync && route.bodyLimit > Route<Storage>.smallBody
    unpackedLimit = min(route.bodyLimit, isSync ? limits.unpackedBody : route.bodyLimit)
    switch head.fields["content-encoding"]?.lowercased() {
    case nil, "", "identity": isPacked = false
    case "gzip" where isSync && head.bearer != nil, "x-gzip" where isSync && head.bearer != nil:
      isPacked = true
    default:
      throw Problem(.unsupportedEncoding, "The body is packed in a way that is not taken here.")
    }
    limit = isPacked ? min(limits.packedBody, unpackedLimit) : unpackedLimit
    if head.hasBody, let length = head.contentLength, length > limit {
      throw BodyForm.tooLarge(limit)
    }
  }

  /// The body itself.
  func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count <= limit else { throw BodyForm.tooLarge(limit) }
    guard isPacked, !bytes.isEmpty else { return bytes }
    do throws(Gzip.Failure) {
      return try Gzip.unpacked(bytes, limit: unpackedLimit)
    } catch {
      switch error {
      case .tooLarge: throw BodyForm.tooLarge(unpackedLimit)
      case .damaged: throw Problem(.badRequest, "The body is not what gzip makes.")
      }
    }
  }

  private static func tooLarge(_ limit: Int) -> Problem {
    Problem(.payloadTooLarge, "The body is longer than \(limit) bytes.")
  }
}
