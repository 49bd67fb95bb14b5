/// What can be done in a run.
public enum Action: String, Sendable, Hashable, CaseIterable {
  case study, basic, sitting, edit, mark, move, tag, untag, renameTag
  case removeCard, restoreCard, removeDeck, restoreDeck, renameDeck, mergeDecks
  case addDeck, addCards, importing, undo, redo, options, reset
  case sync, syncTwo, beginAnew, passTime, passMonths, loseNetwork, runJobs
  case cloneStore, keepStore, restoreStore, keepServer, restoreServer, jumpClock, mendClock
}

/// What can go wrong in a run.
public enum Fault: String, Sendable, Hashable, CaseIterable {
  case dropRequest, dropAnswer, delay, repeatRequest, cutAnswer, damageRequest, busy, serverFails
  case interleave, powerLoss, diskFull, serverPowerLoss, serverDiskFull
}

/// What a run is made of. Each draws its own part of all there is, so that rare things are common in
/// some runs: of actions that undo each other's effect, some runs have one alone.
struct Swarm {
  private(set) var weights: [(action: Action, weight: Int)] = []
  /// How often in a thousand a fault happens.
  private(set) var rates: [Fault: Int] = [:]
  let devices: Int
  /// Whether all clocks are right, so that it is known whose edit is the later.
  let hasTrueClocks: Bool
  let batchRows: Int
  let seesRateLimit: Bool

  private static let usual: [Action: Int] = [
    .study: 30, .basic: 4, .sitting: 4, .edit: 12, .mark: 5, .move: 5, .tag: 6, .untag: 4,
    .renameTag: 2, .removeCard: 4, .restoreCard: 3, .removeDeck: 1, .restoreDeck: 2,
    .renameDeck: 2, .mergeDecks: 1, .addDeck: 2, .addCards: 4, .importing: 4, .undo: 8, .redo: 3,
    .options: 3, .reset: 3, .sync: 30, .syncTwo: 6, .beginAnew: 1, .passTime: 8, .passMonths: 1,
    .loseNetwork: 3, .runJobs: 3, .cloneStore: 1, .keepStore: 2, .restoreStore: 2,
    .keepServer: 2, .restoreServer: 2, .jumpClock: 2, .mendClock: 2,
  ]

  /// - Parameters:
  ///   - off: what is left out, as shrinking does.
  ///   - devices: at most so many.
  init(
    _ seed: UInt64, off: Set<String> = [], devices most: Int = 5, isEmbedded: Bool
  ) {
    var dice = Dice(seed, 0x5EED)
    devices = min(most, 2 + dice.below(4))
    hasTrueClocks = !dice.happens(400)
    batchRows = dice.pick([1, 2, 7, 20, 5_000, 5_000]) ?? 5_000
    seesRateLimit = dice.happens(150)
    for action in Action.allCases {
      let isIn = dice.happens(action == .study || action == .sync ? 1_000 : 700)
      let factor = dice.pick([1, 1, 2, 4]) ?? 1
      let needsFiles = action == .keepServer || action == .restoreServer
      let needsSkew = action == .jumpClock || action == .mendClock
      guard isIn, !off.contains(action.rawValue), isEmbedded || !needsFiles,
        !hasTrueClocks || !needsSkew
      else { continue }
      weights.append((action, factor * (Swarm.usual[action] ?? 1)))
    }
    let isCalm = dice.happens(100)
    for fault in Fault.allCases {
      let isIn = dice.happens(600)
      let rate = dice.pick([10, 30, 80, 200]) ?? 10
      let needsFiles = fault == .serverPowerLoss || fault == .serverDiskFull
      guard isIn, !isCalm, !off.contains(fault.rawValue), isEmbedded || !needsFiles else {
        continue
      }
      rates[fault] = rate
    }
  }

  func action(_ dice: inout Dice) -> Action {
    var left = dice.below(weights.reduce(0) { $0 + $1.weight })
    for (action, weight) in weights {
      if left < weight { return action }
      left -= weight
    }
    return .sync
  }

  func happens(_ fault: Fault, _ dice: inout Dice) -> Bool { dice.happens(rates[fault] ?? 0) }
}
