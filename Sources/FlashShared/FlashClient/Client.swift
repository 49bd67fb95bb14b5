public import FlashAPI
internal import FlashModel

/// Calls the operations of a server: what is typed goes out, what is typed comes back.
public final class Client {
  public let address: ServerAddress
  /// Bytes that went over the network so far.
  public private(set) var bytesUp = 0
  public private(set) var bytesDown = 0
  /// Whose token requests carry; nil for none.
  public var accessToken: String?
  private let transport: any Transport
  private let pause: (Int64) throws(ClientError) -> Void
  private let patience: Int64
  /// Whether bodies go packed: until a server can't read one, as the older service.
  private var packs: Bool

  /// How often a request is sent that the server puts off.
  private static let tries = 4

  /// - Parameters:
  ///   - patience: milliseconds that it waits, in all, for a server that asks to be left alone.
  ///   - pause: waits so many milliseconds.
  public init(
    _ address: ServerAddress, over transport: any Transport, patience: Int64,
    pause: @escaping (Int64) throws(ClientError) -> Void
  ) {
    self.address = address
    // What does not leave the machine comes no sooner for being small.
    packs = address.scheme == "https" || !address.isLoopback
    self.transport = transport
    self.patience = patience
    self.pause = pause
  }

  /// Calls an operation whose bodies are JSON.
  /// - Parameters:
  ///   - body: nil for none.
  ///   - path: what stands where the path has braces.
  ///   - query: what is asked for, for an operation that takes one.
  ///   - key: the idempotency key, for an operation that takes one.
  ///   - version: what is to be replaced must be of this version.
  /// - Throws: ``ClientError``.
  public func call<Request: Encodable & Sendable, Response: Decodable & Sendable>(
    _ endpoint: Endpoint<Request, Response>, _ body: Request? = nil,
    path: [String: String] = [:], query: (any EndpointQuery)? = nil, key: String? = nil,
    version: Int? = nil
  ) throws(ClientError) -> Response {
    var bytes: [UInt8] = []
    if let body, !(body is NoBody) {
      bytes = JSONValueEncoder().encode(body).bytes
    }
    let answer = try send(
      endpoint.operation, path: Client.path(endpoint.operation, path, query), body: bytes,
      key: key, version: version)
    if let nothing = NoBody() as? Response { return nothing }
    return try decode(answer.body)
  }

  /// The bytes of an answer that is not one value of JSON.
  /// - Throws: ``ClientError``.
  public func bytes(
    _ endpoint: Endpoint<NoBody, RawBody>, path: [String: String] = [:]
  ) throws(ClientError) -> [UInt8] {
    try send(endpoint.operation, path: Client.path(endpoint.operation, path, nil)).body
  }

  private static func path(
    _ operation: Operation, _ path: [String: String], _ query: (any EndpointQuery)?
  ) -> String {
    let query = query?.query ?? ""
    return operation.path.path(path) + (query.isEmpty ? "" : "?" + query)
  }

  /// Reads an answer of JSON.
  func decode<Response: Decodable>(_ body: [UInt8]) throws(ClientError) -> Response {
    do {
      return try JSONValueDecoder().decode(Response.self, from: JSONValue(parsing: body))
    } catch let error as JSONFieldError {
      throw malformed("'\(error.field)' \(error.reason)")
    } catch let error as JSONError {
      throw malformed(error.reason)
    } catch {
      throw malformed("\(error)")
    }
  }

  /// Sends a batch of rows.
  public func push(_ body: [UInt8]) throws(ClientError) -> PushResponse {
    let operation = Endpoints.push.operation
    let answer = try send(operation, path: operation.path.path([:]), body: body)
    do {
      return try JSONValueDecoder().decode(
        PushResponse.self, from: JSONValue(parsing: answer.body))
    } catch {
      throw malformed("the answer to a push can't be read")
    }
  }

  /// Fetches a page of rows.
  public func pull(_ request: PullRequest) throws(ClientError) -> PullPage {
    let operation = Endpoints.pull.operation
    let answer = try send(operation, path: operation.path.path([:]) + "?" + request.query)
    do throws(JSONError) {
      return try PullPage(body: answer.body)
    } catch {
      throw malformed(error.field.map { "'\($0)': \(error.reason)" } ?? error.reason)
    }
  }

  private func malformed(_ reason: String) -> ClientError {
    .malformed(host: address.host, reason: reason)
  }

  /// Sends a request, again where the server puts it off.
  /// - Parameter type: of the body; one that is not JSON goes as it is.
  func send(
    _ operation: Operation, path: String, body: [UInt8] = [], key: String? = nil,
    type: String = "application/json", version: Int? = nil
  ) throws(ClientError) -> IncomingAnswer {
    let packed =
      packs && type == "application/json" && operation.method != .get
      ? packed(body) : nil
    var fields: [OutgoingRequest.Header] = []
    if let key { fields.append(.init("Idempotency-Key", key)) }
    if let version { fields.append(.init("If-Match", "\"\(version)\"")) }
    do throws(ClientError) {
      return try send(
        request(operation, path, packed ?? body, fields, type, isPacked: packed != nil), operation)
    } catch {
      guard packed != nil, case .refused(let problem) = error,
        [400, 415, 422].contains(problem.status)
      else { throw error }
      // Who does not know the packing sees a body that makes no sense. One that makes none unpacked
      // either says nothing of the server.
      let answer = try send(request(operation, path, body, fields, type), operation)
      packs = false
      return answer
    }
  }

  private func packed(_ body: [UInt8]) -> [UInt8]? {
    body.count >= Gzip.smallest ? Gzip.pack(body) : nil
  }

  private func send(
    _ request: OutgoingRequest, _ operation: Operation
  ) throws(ClientError) -> IncomingAnswer {
    var left = patience
    for attempt in 1... {
      let answer = try transport.send(request)
      bytesUp += answer.bytesUp
      bytesDown += answer.bytesDown
      if answer.status == operation.success { return answer }
      // Where a success has another status than the contract's, its body decides.
      if (200..<300).contains(answer.status) { return answer }
      if (300..<400).contains(answer.status) {
        throw malformed("it sends to '\(answer.headers["location"] ?? "somewhere else")'")
      }
      let problem = Problem(
        status: answer.status, body: answer.body, retryAfter: answer.headers["retry-after"])
      let wait = Int64(problem.retryAfter ?? 1 << (attempt - 1)) * 1_000
      guard [429, 502, 503, 504].contains(answer.status), attempt < Client.tries, wait <= left
      else { throw .refused(problem) }
      left -= wait
      try pause(wait)
    }
    throw malformed("no end")
  }

  private func request(
    _ operation: Operation, _ path: String, _ body: [UInt8],
    _ fields: [OutgoingRequest.Header], _ type: String, isPacked: Bool = false
  ) -> OutgoingRequest {
    var headers: [OutgoingRequest.Header] = [.init("Accept", "application/json")]
    switch operation.access {
    case .account, .accountIfAny, .admin:
      if let accessToken { headers.append(.init("Authorization", "Bearer \(accessToken)")) }
    case .anyone: break
    }
    headers += fields
    if operation.method != .get {
      headers.append(.init("Content-Type", type))
      if isPacked { headers.append(.init("Content-Encoding", "gzip")) }
    }
    return OutgoingRequest(
      method: operation.method, url: address.description + path, headers: headers, body: body)
  }
}
