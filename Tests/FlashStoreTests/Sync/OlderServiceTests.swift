import FlashAPI
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

/// A network to the model of the older service.
private struct OlderNetwork: SyncService {
  var server: OlderServiceModel
  private(set) var pulls: [PullRequest] = []

  init(_ server: OlderServiceModel) { self.server = server }

  mutating func push(_ body: [UInt8]) throws -> PushResponse { try server.push(body) }

  mutating func pull(_ request: PullRequest) throws -> PullPage {
    pulls.append(request)
    return server.pull(request)
  }
}

@Suite struct OlderServiceTests {
  @discardableResult
  private func sync(
    _ device: Device, _ network: inout OlderNetwork, at now: Timestamp
  ) throws -> ExchangeReport {
    network.server.now = now
    var exchange = Exchange(by: rules)
    exchange.allowsRemovals = true
    return try exchange.run(
      device.store, with: device.remote, through: &network, clock: { now })
  }

  @Test("through the older service, too, every card and every answer arrives", arguments: 0..<4)
  func convergence(seed: Int) throws {
    var network = OlderNetwork(OlderServiceModel(now: afterwards, pageRows: 40))
    let first = try Device(seed: 1)
    let second = try Device(seed: 2)
    try RandomHistory(seed: UInt64(seed), steps: 60).play(in: first.store)
    try sync(first, &network, at: afterwards)
    try sync(second, &network, at: afterwards.advanced(by: 1_000))
    let sent = try first.contents()
    let received = try second.contents()
    #expect(Set(received.cards.keys) == Set(sent.cards.keys), "seed \(seed)")
    #expect(received.cards.mapValues(\.front) == sent.cards.mapValues(\.front), "seed \(seed)")
    let answers = sent.reviews.filter { $0.value.kind == .review }
    #expect(Set(received.reviews.keys) == Set(answers.keys), "seed \(seed)")
    #expect(Set(received.links.keys) == Set(sent.links.keys), "seed \(seed)")
  }

  @Test("where the older service can't give all rows of one moment, that is told")
  func ties() throws {
    var network = OlderNetwork(OlderServiceModel(now: afterwards, pageRows: 3))
    let device = try Device(seed: 1)
    let deck = try device.store.addDeck(titled: "D", at: monday)
    try device.store.addCards(
      (0..<9).map { NewCard(front: "f \($0)", back: "b") }, to: deck, at: monday)
    #expect(try sync(device, &network, at: afterwards).received.hasTies)
  }

  @Test("what the older service does not know stays here")
  func extensions() throws {
    var network = OlderNetwork(OlderServiceModel(now: afterwards))
    let device = try Device(seed: 1)
    let deck = try device.store.addDeck(titled: "D", at: monday)
    var card = NewCard(front: "f", back: "b")
    card.hint = "hint"
    card.flag = 5
    let ids = try device.store.addCards([card], to: deck, at: monday)
    var options = StudyOptions()
    options.newPerDay = 3
    _ = try device.store.setOptions(options, of: deck, by: rules, at: monday)
    try sync(device, &network, at: afterwards)
    try sync(device, &network, at: afterwards.advanced(by: 40 * day))
    let kept = try device.store.card(ids[0]).card
    #expect(kept.hint == "hint" && kept.flag == 5)
    #expect(try device.store.deck(named: "D").options.newPerDay == 3)
  }

  @Test("each kind of row is read by itself, with an overlap, and once a week from the beginning")
  func requests() throws {
    var network = OlderNetwork(OlderServiceModel(now: afterwards))
    let device = try Device(seed: 1)
    try RandomHistory(seed: 1, steps: 10).play(in: device.store)
    try sync(device, &network, at: afterwards)
    let start = network.pulls.count
    try sync(device, &network, at: afterwards.advanced(by: 1_000))
    let soon = network.pulls[start...]
    #expect(soon.first?.entities.count == SyncEntity.allCases.count)
    #expect(soon.dropFirst().map(\.entities) == SyncEntity.allCases.map { [$0] })
    #expect(soon.dropFirst().allSatisfy { $0.since > 0 })
    let later = network.pulls.count
    try sync(device, &network, at: afterwards.advanced(by: 8 * day))
    #expect(network.pulls[later...].dropFirst().allSatisfy { $0.since == 0 })
  }
}
