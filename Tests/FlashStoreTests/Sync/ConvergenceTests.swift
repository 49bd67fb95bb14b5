import FlashAPI
import FlashModel
import FlashStore
import FlashTestSupport
import Testing

@Suite struct ConvergenceTests {
  @Test("devices that have exchanged twice and have nothing new hold the same", arguments: 0..<24)
  func convergence(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var network = Network(ServiceModel(now: monday))
    var devices: [Device] = []
    for number in 0..<3 { devices.append(try Device(seed: UInt64(1_000 * seed + number))) }
    try RandomHistory(seed: UInt64(seed), steps: 20).play(in: devices[0].store)
    for device in devices { try device.sync(&network, rows: 7) }
    for round in 0..<4 {
      let device = devices[Int.random(in: 0..<3, using: &random)]
      try RandomHistory(seed: UInt64(100 * seed + round), steps: 12).go(on: device.store)
      if Bool.random(using: &random) {
        try device.sync(&network, rows: Int.random(in: 2...40, using: &random))
      }
    }
    for _ in 0..<2 { for device in devices { try device.sync(&network, rows: 31) } }
    for device in devices { try device.sync(&network) }
    let first = try devices[0].contents()
    for device in devices.dropFirst() {
      let differences = try device.contents().differences(from: first)
      #expect(differences == [], "seed \(seed)")
    }
    // Nothing is left to say.
    let quiet = try devices[1].sync(&network)
    #expect(quiet.sent.sent == 0 && quiet.received.received == 0, "seed \(seed)")
    for device in devices {
      let findings = try device.store.check(by: rules, at: afterwards).findings
      #expect(findings.map(\.rule) == [], "seed \(seed)")
    }
  }

  @Test(
    "an exchange that is cut at any request, before or after it arrived, loses and doubles nothing",
    arguments: 0..<4)
  func cuts(seed: Int) throws {
    var expected: Contents?
    for cut in [Int.max] + Array(0..<9) {
      for losesAnswer in [false, true] {
        let device = try Device(seed: UInt64(seed))
        let other = try Device(seed: UInt64(seed + 500))
        var network = Network(ServiceModel(now: monday))
        try RandomHistory(seed: UInt64(seed), steps: 30).play(in: other.store)
        try other.sync(&network)
        try device.sync(&network)
        try RandomHistory(seed: UInt64(seed + 7), steps: 15).go(on: device.store)
        try RandomHistory(seed: UInt64(seed + 8), steps: 15).go(on: other.store)
        try other.sync(&network)
        network.cutAfter = cut == .max ? nil : network.requests + cut
        network.losesAnswer = losesAnswer
        do {
          try device.sync(&network, rows: 9)
        } catch is Network.Cut {
          network.cutAfter = nil
          try device.sync(&network, rows: 9)
        }
        network.cutAfter = nil
        try other.sync(&network)
        try device.sync(&network)
        let contents = try device.contents()
        let differences = try other.contents().differences(from: contents)
        #expect(differences == [], "seed \(seed) cut \(cut)")
        if let expected {
          #expect(contents.reviews == expected.reviews, "seed \(seed) cut \(cut)")
          #expect(contents.links.keys == expected.links.keys, "seed \(seed) cut \(cut)")
        }
        expected = expected ?? contents
      }
    }
  }

  @Test("two copies of one file go on as two devices")
  func clone() throws {
    let device = try Device(seed: 1)
    var network = Network(ServiceModel(now: monday))
    try RandomHistory(seed: 1, steps: 20).play(in: device.store)
    try device.sync(&network)
    let copy = try Device(copyOf: device)
    try RandomHistory(seed: 2, steps: 15).go(on: device.store)
    try RandomHistory(seed: 3, steps: 15).go(on: copy.store)
    for _ in 0..<2 {
      try device.sync(&network)
      try copy.sync(&network)
    }
    try device.sync(&network)
    #expect(try copy.contents().differences(from: device.contents()) == [])
  }

  @Test(
    "a collection put back to an older state gets back what it had sent, and loses nothing else")
  func restoredStore() throws {
    let device = try Device(seed: 1)
    var network = Network(ServiceModel(now: monday))
    try RandomHistory(seed: 1, steps: 20).play(in: device.store)
    try device.sync(&network)
    let backup = try Device(copyOf: device)
    try RandomHistory(seed: 2, steps: 25).go(on: device.store)
    try device.sync(&network)
    let before = try device.contents()
    try backup.sync(&network)
    #expect(try backup.contents().differences(from: before) == [])
  }

  @Test("a server put back to an older state gets all that the devices have", arguments: 0..<6)
  func restoredServer(seed: Int) throws {
    let device = try Device(seed: 1)
    let other = try Device(seed: 2)
    var network = Network(ServiceModel(now: monday))
    try RandomHistory(seed: UInt64(seed), steps: 20).play(in: device.store)
    try device.sync(&network)
    let backup = network.server
    try RandomHistory(seed: UInt64(seed + 50), steps: 25).go(on: device.store)
    try device.sync(&network)
    try other.sync(&network)
    let before = try device.contents()
    let lost = network.server.count
    network.server = backup
    network.server.epoch += 1
    let report = try device.sync(&network)
    #expect(report.received.isRestored)
    #expect(network.server.count == lost)
    try other.sync(&network)
    try device.sync(&network)
    let after = try device.contents()
    #expect(try other.contents().differences(from: after) == [], "seed \(seed)")
    #expect(after.reviews == before.reviews)
    #expect(after.cards.mapValues(\.front) == before.cards.mapValues(\.front))
  }

  @Test("the same exchange again sends and changes nothing")
  func quiet() throws {
    let device = try Device(seed: 1)
    var network = Network(ServiceModel(now: monday))
    try RandomHistory(seed: 4, steps: 40).play(in: device.store)
    let report = try device.sync(&network)
    #expect(report.sent.sent > 40)
    #expect(try device.store.pending(for: device.remote).total == 0)
    let rows = network.pushedRows
    let requests = network.requests
    try device.sync(&network)
    #expect(network.pushedRows == rows)
    #expect(network.requests == requests + 1)
  }
}
