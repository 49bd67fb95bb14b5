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
    try checkLog(images, server, purged)
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
        if one == other || Checker.isGone(key, one, other, purged) { continue }
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

  /// Whether a row that one side lacks is a tombstone or an answer of something that was removed for
  /// good: whoever never had that can't be told of it any more.
  private static func isGone(
    _ key: String, _ one: TableRow?, _ other: TableRow?, _ purged: Set<String>
  ) -> Bool {
    guard (one == nil) != (other == nil), let row = one ?? other else { return false }
    return (!row.isAlive || key.hasPrefix("reviews/")) && isOfGone(row.content, purged)
  }

  /// Whether what a row belongs to was removed for good.
  private static func isOfGone(_ content: String, _ purged: Set<String>) -> Bool {
    content.split(separator: "|").prefix(2).contains { parent in
      ["decks", "cards", "sub_topics"].contains { purged.contains("\($0)/\(parent)") }
    }
  }

  private static func text(_ row: TableRow?) -> String {
    guard let row else { return "nothing" }
    return "\(row.content) / \(row.schedule) / \(row.clocks)"
  }

  /// Every answer is there once, and none that nobody gave.
  private func checkLog(
    _ images: [(name: String, image: TableImage)], _ server: TableImage, _ purged: Set<String>
  ) throws {
    for (name, image) in images + [("server", server)] {
      for (key, mayBeLost) in world.ledger.entries.sorted(by: { $0.key < $1.key })
      where image[key] == nil && !mayBeLost && !Checker.isGone(key, nil, server[key], purged) {
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
      guard let row = image[key] else {
        let mayBeLost = ledger.writings[key]?.allSatisfy(\.isOptional) ?? true
        let isOfGone = ledger.versions(of: key).contains { Checker.isOfGone($0, purged) }
        if mayBeLost || isOfGone { continue }
        throw Violation("P2", "\(key) is lost")
      }
      // A tag follows its card to another deck, by whichever device hears of the move first, and of two
      // that say the same one goes. What belongs to what was removed for good goes with it.
      let isTag = key.hasPrefix("card_sub_topics/") || key.hasPrefix("sub_topics/")
      let versions = Set(ledger.versions(of: key).map { Checker.withoutTopic($0, key, purged) })
      guard
        versions.contains(row.content)
          || (isTag || Checker.isOfGone(row.content, purged))
            && versions.contains(row.content.replacing("|removed", with: "|alive"))
      else { throw Violation("P6", "nobody wrote \(key) as it is: \(row.content)") }
      let outcomes = ledger.outcomes(of: key).map { Checker.withoutTopic($0, key, purged) }
      guard world.swarm.hasTrueClocks, !isTag, !outcomes.contains(row.content) else { continue }
      let told = (ledger.writings[key] ?? []).map { "\n  \($0.at) \($0.device) \($0.content)" }
      throw Violation("last writer", "\(key) is \(row.content) of\(told.joined())")
    }
    for key in image.keys.sorted() where ledger.writings[key] == nil {
      if key.hasPrefix("reviews/") || purged.contains(key) { continue }
      throw Violation("P2", "nobody made \(key)")
    }
  }

  /// The content of a deck as it is once its topic has been removed for good.
  private static func withoutTopic(_ content: String, _ key: String, _ purged: Set<String>)
    -> String
  {
    let fields = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard key.hasPrefix("decks/"), fields.count == 2, purged.contains("topics/\(fields[0])") else {
      return content
    }
    return "-|\(fields[1])"
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
