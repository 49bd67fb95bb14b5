import Foundation

/// What a run is made of.
public struct SimulationPlan: Sendable, Hashable {
  public var seed: UInt64
  public var steps: Int
  public var database: SimulatedDatabase
  /// At most so many devices.
  public var devices = 5
  /// Actions and faults that are left out.
  public var off: Set<String> = []
  /// Steps that are left out.
  public var skipped: Set<Int> = []

  public init(seed: UInt64, steps: Int, database: SimulatedDatabase = .embedded) {
    self.seed = seed
    self.steps = steps
    self.database = database
  }

  /// The arguments that replay it.
  public var arguments: String {
    var words = ["--seed \(seed)", "--steps \(steps)"]
    if devices < 5 { words.append("--devices \(devices)") }
    if !off.isEmpty { words.append("--off \(off.sorted().joined(separator: ","))") }
    if !skipped.isEmpty {
      words.append("--skip \(skipped.sorted().map(String.init).joined(separator: ","))")
    }
    if case .postgreSQL(let address) = database { words.append("--postgres '\(address)'") }
    return words.joined(separator: " ")
  }
}

/// What came of a run.
public struct SimulationResult: Sendable {
  /// Equal for equal runs.
  public let hash: UInt64
  /// Steps that were carried out.
  public let steps: Int
  public let violation: Violation?
}

/// Runs worlds.
public struct Simulation {
  private let folder: String
  private let files: EmptyFiles

  /// - Parameter folder: where disks lie; best in memory, as nothing of it is to last.
  public init(folder: String) throws {
    self.folder = folder
    Disk.install()
    files = try EmptyFiles(in: folder)
  }

  /// Carries out a plan.
  /// - Parameter tell: takes the trace, line by line.
  public func run(_ plan: SimulationPlan, tell: ((String) -> Void)? = nil) throws
    -> SimulationResult
  {
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let world = try World(plan, in: folder, empty: files, trace: Trace(tell: tell))
    defer { world.stop() }
    var steps = 0
    do {
      for step in 0..<plan.steps where !plan.skipped.contains(step) {
        // A step's chances are its own, so that another one can be left out.
        world.dice = Dice(plan.seed, UInt64(1_000 + step))
        steps += 1
        try world.deliverLate()
        try world.act(world.swarm.action(&world.dice))
        if let broken = world.broken { throw broken }
      }
      world.dice = Dice(plan.seed, 1)
      try Checker(world: world).run()
    } catch {
      let violation = error as? Violation ?? Violation("error", "\(error)")
      world.trace.note("\(violation)")
      return SimulationResult(hash: world.trace.hash, steps: steps, violation: violation)
    }
    return SimulationResult(hash: world.trace.hash, steps: steps, violation: nil)
  }
}
