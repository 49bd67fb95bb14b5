import FlashAPI
import FlashClient
import FlashModel
import FlashScheduler
import FlashStore
import FlashTestSupport
import Testing

@testable import FlashServer

/// Carries requests to a service in this process, whose clock moves only while its client waits.
private final class WaitingTransport: Transport {
  let service: TestService
  private(set) var statuses: [Int] = []

  init(_ service: TestService) { self.service = service }

  func send(_ request: OutgoingRequest) throws(ClientError) -> IncomingAnswer {
    let target = String(request.url.dropFirst("http://127.0.0.1".utf8.count))
    var fields: [String: String] = [:]
    for header in request.headers { fields[header.name.lowercased()] = header.value }
    let answer = service.send(request.method.rawValue, target, fields, body: request.body)
    statuses.append(answer.status)
    var headers: [String: String] = [:]
    for field in answer.fields { headers[field.name.lowercased()] = field.value }
    return IncomingAnswer(status: answer.status, headers: headers, body: answer.body)
  }
}

private struct ClientService: SyncService {
  let client: Client
  func push(_ body: [UInt8]) throws -> PushResponse { try client.push(body) }
  func pull(_ request: PullRequest) throws -> PullPage { try client.pull(request) }
}

@Suite struct LimitedExchangeTests {
  private static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))

  /// Exchanges a collection in many requests, and waits where the service says so.
  private func exchange(
    _ store: Store, with service: TestService
  ) throws -> (requests: Int, putOff: Int, waited: Int64) {
    let transport = WaitingTransport(service)
    var waited: Int64 = 0
    let client = Client(
      try ServerAddress("http://127.0.0.1"), over: transport, patience: 120_000
    ) { (time) throws(ClientError) in
      waited += time
      service.pass(time)
    }
    client.accessToken = "ada"
    let remote = try store.setRemote("origin", url: "http://127.0.0.1")
    var exchange = Exchange(by: Self.rules)
    exchange.batchRows = 5
    var server = ClientService(client: client)
    _ = try exchange.run(
      store, with: remote, through: &server, clock: { service.server.clock() })
    return (transport.statuses.count, transport.statuses.count { $0 == 429 }, waited)
  }

  private func store(_ name: String, in folder: TemporaryDirectory) throws -> Store {
    try Store(
      path: "\(folder.path)/\(name).db", for: .writing, at: time(1_776_700_000_000),
      random: SeededRandom(seed: 1))
  }

  @Test("a first exchange of more requests than are allowed a minute waits and comes to its end")
  func manyPages() throws {
    var limits = ServiceLimits()
    limits.account = .init(1, each: 60)
    limits.sync = .init(8, each: 60)
    let service = try TestService(SyncRoutes.routes(zones: { _ in nil }), limits: limits)
    let folder = try TemporaryDirectory()
    let first = try store("first", in: folder)
    let second = try store("second", in: folder)
    let deck = try first.addDeck(titled: "D", at: time(1_776_700_000_000))
    try first.addCards(
      (0..<100).map { NewCard(front: "front \($0)", back: "b") }, to: deck,
      at: time(1_776_700_000_000))
    let sending = try exchange(first, with: service)
    #expect(sending.requests > 20 && sending.putOff >= 2 && sending.waited >= 2 * 50_000)
    let fetching = try exchange(second, with: service)
    #expect(fetching.requests > 20 && fetching.putOff >= 2)
    #expect(try second.cards().count == 100)
  }
}
