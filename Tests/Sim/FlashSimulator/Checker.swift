import FlashModel
import FlashStore

/// Judges a run by what must hold once everything that can fail has stopped to.
struct Checker {
  let world: World

  /// Rounds of exchanges after which nothing is left to say.
  private static let mostRounds = 4

  /// - Throws: ``Violation``.
  func run() throws {
    try makePeace()
    try settleAll()
    try checkQuiet()
    let images = try world.devices.map { (name: $0.name, image: try $0.readImage()) }
    let server = try world.server.site.image(of: world.owner)
    let purged = try world.server.site.purged(of: world.owner)
    try checkEqual(images, server, purged)
    try checkLog(images, server)
    try checkRecords(images[0].image, purged)
    try checkStores()
  }

  /// Heals the network, the clocks' batteries and the disks; what was on its way arrives.
  private func makePeace() throws {
    world.trace.note("peace")
    world.isAtPeace = true
    try world.deliverLate(all: true)
    for device in world.devices {
      device.offlineUntil = 0
      device.disk.calm()
    }
  }

  /// Lets all exchange in turns until nobody has anything new.
  private func settleAll() throws {
    for round in 1...Checker.mostRounds {
      var isQuiet = true
      for device in world.devices {
        // What waits for its parent is sent again after a quarter of an hour at most.
        world.pass(16 * 60_000)
        let outcome = try world.sync(device)
        if outcome?.report.sent.sent != 0 || outcome?.report.received.received != 0 {
          isQuiet = false
        }
      }
      if isQuiet { return world.trace.note("quiet in round \(round)") }
    }
    throw Violation("P3", "there is still something to say after \(Checker.mostRounds) rounds")
  }

  /// An exchange of devices that have nothing new is one request, and moves nothing.
  private func checkQuiet() throws {
    for device in world.devices {
      guard let outcome = try world.sync(device) else { continue }
      guard outcome.pushes == 0, outcome.pulls == 1 else {
        throw Violation(
          "quiet",
          "\(device.name) with nothing new pushes \(outcome.pushes) times and pulls "
            + "\(outcome.pulls) times")
      }
    }
  }

  private func checkEqual(
    _ images: [(name: String, image: TableImage)], _ server: TableImage, _ purged: Set<String>
  ) throws {
    let first = images[0]
    for (name, image) in images.dropFirst() + [("server", server)] {
      for key in Set(image.keys).union(first.image.keys).sorted() where !purged.contains(key) {
        let (one, other) = (first.image[key], image[key])
        if one == other { continue }
        throw Violation(
          "P3",
          "\(key)\n  \(first.name): \(Checker.text(one))\n  \(name): \(Checker.text(other))")
      }
    }
    // What was removed for good may still be a tombstone somewhere, but nowhere alive.
    for (name, image) in images + [("server", server)] {
      for key in purged.sorted() where image[key]?.isAlive ?? false {
        // What belongs to something that was removed goes with it, and needs no tombstone.
        guard key.hasPrefix("topics/") || key.hasPrefix("decks/") else { continue }
        throw Violation("P7", "\(key) was removed for good and is alive at \(name)")
      }
    }
  }

  private static func text(_ row: TableRow?) -> String {
    guard let row else { return "nothing" }
    return "\(row.content) / \(row.schedule) / \(row.clocks)"
  }

  /// Every answer is there once, and none that nobody gave.
  private func checkLog(
    _ images: [(name: String, image: TableImage)], _ server: TableImage
  ) throws {
    for (name, image) in images + [("server", server)] {
      for (key, mayBeLost) in world.ledger.entries.sorted(by: { $0.key < $1.key })
      where image[key] == nil && !mayBeLost {
        throw Violation("P2", "\(name) has lost \(key)")
      }
      for key in image.keys.sorted()
      where key.hasPrefix("reviews/") && world.ledger.entries[key] == nil {
        throw Violation("P2", "nobody gave \(key), which \(name) has")
      }
    }
  }

  /// Every record is what somebody wrote, with right clocks what was written last.
  private func checkRecords(_ image: TableImage, _ purged: Set<String>) throws {
    let ledger = world.ledger
    for key in ledger.writings.keys.sorted() where !purged.contains(key) {
      let outcomes = ledger.outcomes(of: key)
      guard let row = image[key] else {
        let mayBeLost = ledger.writings[key]?.allSatisfy(\.isOptional) ?? true
        if mayBeLost { continue }
        throw Violation("P2", "\(key) is lost")
      }
      guard ledger.versions(of: key).contains(row.content) else {
        throw Violation("P6", "nobody wrote \(key) as it is: \(row.content)")
      }
      // A tag follows its card to another deck, by whichever device hears of the move first.
      let isTag = key.hasPrefix("card_sub_topics/") || key.hasPrefix("sub_topics/")
      guard world.swarm.hasTrueClocks, !isTag, !outcomes.contains(row.content) else { continue }
      let told = (ledger.writings[key] ?? []).map { "\n  \($0.at) \($0.device) \($0.content)" }
      throw Violation("last writer", "\(key) is \(row.content) of\(told.joined())")
    }
    for key in image.keys.sorted() where ledger.writings[key] == nil {
      if key.hasPrefix("reviews/") || purged.contains(key) { continue }
      throw Violation("P2", "nobody made \(key)")
    }
  }

  /// What two devices may do to each other without a fault: make decks of one path, or cards of one
  /// place; and what a wrong clock does.
  private static let allowed: Set<StoreRule> = [.deckPath, .position, .clock, .linkToRemoved]

  /// Each collection is sound: its schedules are what its log leads to.
  private func checkStores() throws {
    for device in world.devices {
      let report = try device.store(world.now).check(
        by: Device.rules, at: device.clock(world.now))
      guard let finding = report.findings.first(where: { !Checker.allowed.contains($0.rule) })
      else { continue }
      throw Violation(
        "P5", "\(device.name): \(finding.rule) \(finding.count) \(finding.examples)")
    }
  }
}
