import FlashAPI
import FlashClient
import FlashModel
import Testing

/// Answers from a list, and notes what was asked.
final class CannedTransport: Transport {
  var answers: [IncomingAnswer]
  private(set) var requests: [OutgoingRequest] = []

  init(_ answers: [IncomingAnswer]) { self.answers = answers }

  func send(_ request: OutgoingRequest) throws(ClientError) -> IncomingAnswer {
    requests.append(request)
    guard !answers.isEmpty else { throw .unreachable(host: "test", reason: "no more answers") }
    return answers.removeFirst()
  }
}

extension OutgoingRequest {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// A secret in memory, which another process may renew meanwhile.
final class MemoryKeeper: TokenKeeper {
  var secret: String?
  /// What another process has put in the secret's place by the second look.
  var meanwhile: String?
  private(set) var log: [String] = []
  private var looks = 0

  init(_ secret: String?) { self.secret = secret }

  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    log.append("lock")
    defer { log.append("unlock") }
    return try body()
  }

  func token() throws -> String? {
    looks += 1
    if looks > 1, let meanwhile { secret = meanwhile }
    return secret
  }

  func renewalKey(for token: String) throws -> String {
    log.append("key for \(token)")
    return "key-\(token)"
  }

  func keep(_ token: String) throws {
    log.append("keep \(token)")
    secret = token
  }

  func forget(_ token: String) throws {
    log.append("forget \(token)")
    secret = nil
  }
}

@Suite struct ClientTests {
  private func client(
    _ transport: CannedTransport, patience: Int64 = 0, paused: @escaping (Int64) -> Void = { _ in }
  ) throws -> Client {
    Client(try ServerAddress("https://flash.example/root/"), over: transport, patience: patience) {
      (time) throws(ClientError) in paused(time)
    }
  }

  private func answer(_ status: Int, _ json: String, _ headers: [String: String] = [:])
    -> IncomingAnswer
  {
    IncomingAnswer(status: status, headers: headers, body: Array(json.utf8))
  }

  private let pair = """
    {"access_token":"fa_2","refresh_token":"fr_2","token_type":"Bearer","expires_in":900,\
    "refresh_expires_in":7776000}
    """

  @Test("a request has the operation's method and path, and no token where none is wanted")
  func request() throws {
    let transport = CannedTransport([answer(204, "")])
    let client = try client(transport)
    client.accessToken = "fa_1"
    let _: NoBody = try client.call(
      Endpoints.requestMagicLink, MagicLinkRequest(email: "a@example.org"))
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.url == "https://flash.example/root/api/v1/auth/magic-link/request")
    #expect(request.header("Authorization") == nil)
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"email":"a@example.org"}"#)
  }

  @Test("a large body is packed, a small one is not")
  func packing() throws {
    let done = #"{"accepted":1,"rejected":[],"server_clock_ms":5}"#
    let transport = CannedTransport([answer(200, done), answer(200, done)])
    let client = try client(transport)
    client.accessToken = "fa_1"
    let small = Array(#"{"client_clock_ms":1,"records":{}}"#.utf8)
    _ = try client.push(small)
    _ = try client.push(small + Array(repeating: 0x20, count: 100_000))
    #expect(transport.requests[0].body == small)
    #expect(transport.requests[0].header("Content-Encoding") == nil)
    #expect(transport.requests[0].header("Authorization") == "Bearer fa_1")
    #expect(transport.requests[1].body.count < 1_000)
    #expect(transport.requests[1].body.prefix(3) == [0x1F, 0x8B, 8])
    #expect(transport.requests[1].header("Content-Encoding") == "gzip")
  }

  @Test("a body that does not leave the machine goes as it is")
  func unpackedHere() throws {
    let body =
      Array(#"{"client_clock_ms":1,"records":{}}"#.utf8) + Array(repeating: 0x20, count: 9_999)
    let transport = CannedTransport([
      answer(200, #"{"accepted":1,"rejected":[],"server_clock_ms":5}"#)
    ])
    let client = Client(
      try ServerAddress("http://127.0.0.1:8080"), over: transport, patience: 0,
      pause: { _ throws(ClientError) in })
    _ = try client.push(body)
    #expect(transport.requests.map(\.body) == [body])
    #expect(transport.requests[0].header("Content-Encoding") == nil)
  }

  @Test("a server that can't read a packed body gets it unpacked, and the next ones too")
  func unpacked() throws {
    let done = #"{"accepted":1,"rejected":[],"server_clock_ms":5}"#
    let refusal = answer(422, #"{"message":"The records field is required."}"#)
    let body =
      Array(#"{"client_clock_ms":1,"records":{}}"#.utf8) + Array(repeating: 0x20, count: 9_999)
    let transport = CannedTransport([refusal, answer(200, done), answer(200, done)])
    let older = try client(transport)
    _ = try older.push(body)
    _ = try older.push(body)
    #expect(transport.requests.map { $0.header("Content-Encoding") } == ["gzip", nil, nil])
    #expect(transport.requests.dropFirst().allSatisfy { $0.body == body })
    // A body that is refused in either form says nothing of packing.
    let strict = CannedTransport([refusal, refusal, answer(200, done)])
    let other = try client(strict)
    let error = #expect(throws: ClientError.self) { try other.push(body) }
    #expect(error?.message == "the records field is required")
    _ = try other.push(body)
    #expect(strict.requests.map { $0.header("Content-Encoding") } == ["gzip", nil, "gzip"])
  }

  @Test("an error answer is told with its code, one of a proxy by its status")
  func problems() throws {
    let told = """
      {"message":"Too many cards.","code":"entitlement_required","reason":"cards.total","limit":5}
      """
    let transport = CannedTransport([answer(402, told), answer(502, "<html>")])
    let client = try client(transport)
    let first = #expect(throws: ClientError.self) { try client.push([]) }
    #expect(first?.code == "entitlement_required")
    #expect(first?.message == "too many cards")
    #expect(first?.kind == .notSignedIn)
    let second = #expect(throws: ClientError.self) { try client.push([]) }
    #expect(second?.kind == .tryLater)
  }

  @Test("a server that asks for time gets it, as long as there is patience")
  func retryAfter() throws {
    let done = answer(200, #"{"accepted":0,"rejected":[],"server_clock_ms":5}"#)
    let later = answer(429, "{}", ["retry-after": "3"])
    var waits: [Int64] = []
    let patient = CannedTransport([later, later, done])
    _ = try client(patient, patience: 10_000) { waits.append($0) }.push([])
    #expect(waits == [3_000, 3_000])
    let impatient = CannedTransport([later, done])
    #expect(throws: ClientError.self) { try client(impatient, patience: 1_000).push([]) }
    #expect(impatient.requests.count == 1)
  }

  @Test("a redirect is not followed")
  func redirect() throws {
    let transport = CannedTransport([answer(302, "", ["location": "https://other.example/"])])
    let client = try client(transport)
    client.accessToken = "fa_1"
    let error = #expect(throws: ClientError.self) { try client.push([]) }
    #expect(error?.kind == .incompatible)
    #expect(transport.requests.count == 1)
  }

  @Test("a pair is renewed under the lock, and stored before it is used")
  func renewal() throws {
    let transport = CannedTransport([answer(200, pair), answer(200, "{}")])
    let keeper = MemoryKeeper("fr_1")
    let signedIn = SignedInClient(try client(transport), keeper)
    try signedIn.renew()
    #expect(keeper.log == ["lock", "key for fr_1", "keep fr_2", "unlock"])
    #expect(transport.requests[0].header("Idempotency-Key") == "key-fr_1")
    #expect(transport.requests[0].header("Authorization") == nil)
    #expect(signedIn.client.accessToken == "fa_2")
  }

  @Test("a token that another process has renewed meanwhile is the one to use")
  func renewedElsewhere() throws {
    let transport = CannedTransport([
      answer(401, #"{"code":"token_reused","message":"Used."}"#), answer(200, pair),
    ])
    let keeper = MemoryKeeper("fr_0")
    keeper.meanwhile = "fr_1"
    try SignedInClient(try client(transport), keeper).renew()
    #expect(keeper.log.contains("key for fr_1"))
    #expect(keeper.secret == "fr_2")
  }

  @Test("a token that is refused is forgotten, and only then")
  func refused() throws {
    let keeper = MemoryKeeper("fr_1")
    let refusing = CannedTransport([answer(401, #"{"code":"token_revoked","message":"No."}"#)])
    #expect(throws: ClientError.self) {
      try SignedInClient(try client(refusing), keeper).renew()
    }
    #expect(keeper.secret == nil)
    let away = MemoryKeeper("fr_1")
    #expect(throws: ClientError.self) {
      try SignedInClient(try client(CannedTransport([])), away).renew()
    }
    #expect(away.secret == "fr_1")
  }

  @Test("an access token that has run out is renewed once")
  func expired() throws {
    let done = answer(200, #"{"accepted":0,"rejected":[],"server_clock_ms":5}"#)
    let transport = CannedTransport([answer(401, "{}"), answer(200, pair), done])
    let client = try client(transport)
    client.accessToken = "fa_1"
    _ = try SignedInClient(client, MemoryKeeper("fr_1")).push([])
    #expect(transport.requests[2].header("Authorization") == "Bearer fa_2")
  }

  @Test(
    "an address is the root of a server, in the clear only on this machine",
    arguments: [
      ("https://Flash.example/", "https://flash.example"),
      ("flash.example:8443", "https://flash.example:8443"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
      ("http://[::1]:80/x/", "http://[::1]:80/x"), ("http://flash.example", nil),
      ("ftp://flash.example", nil), ("https://a@b", nil), ("https://", nil), ("https://h/?q", nil),
    ])
  func addresses(text: String, expected: String?) {
    #expect((try? ServerAddress(text))?.description == expected)
  }
}
