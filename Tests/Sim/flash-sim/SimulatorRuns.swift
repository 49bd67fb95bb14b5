import FlashSimulator
import Foundation

/// Runs seeds one after the other and tells what came of them.
struct SimulatorRuns {
  private let simulation: Simulation
  private let options: SimulatorOptions
  private var steps = 0
  private var failures = 0

  init(_ simulation: Simulation, _ options: SimulatorOptions) {
    self.simulation = simulation
    self.options = options
  }

  /// - Returns: whether every promise was kept.
  mutating func run() throws -> Bool {
    let start = ContinuousClock.now
    for plan in options.listed where failures == 0 || options.keepsGoing { try runOnce(plan) }
    if options.isSingle {
      try runOnce(options.plan)
    } else {
      for seed in options.seeds where failures == 0 || options.keepsGoing {
        var plan = options.plan
        plan.seed = seed
        try runOnce(plan)
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let seeds = options.listed.count + (options.isSingle ? 1 : options.seeds.count)
    print(
      "\(seeds) seeds, \(steps) steps, \(Int(Double(steps) / seconds)) a second, "
        + "\(failures) failures")
    return failures == 0
  }

  private mutating func runOnce(_ plan: SimulationPlan) throws {
    let result = try simulation.run(plan, tell: options.tellsAll ? { print($0) } : nil)
    steps += result.steps
    if options.isSingle { print("hash \(String(result.hash, radix: 16))") }
    if let violation = result.violation { return try tell(violation, of: plan) }
    guard plan.seed % options.repeatsEvery == 0 || options.isSingle else { return }
    let again = try simulation.run(plan)
    steps += again.steps
    if again.hash != result.hash {
      failures += 1
      print("seed \(plan.seed) is not the same when it is run again")
    }
  }

  private mutating func tell(_ violation: Violation, of plan: SimulationPlan) throws {
    failures += 1
    print("seed \(plan.seed) breaks \(violation)")
    var smallest = plan
    if options.shrinks, !options.isSingle {
      var shrinking = Shrinking(simulation, plan, breaking: violation)
      smallest = try shrinking.run()
    }
    print("flash-sim \(smallest.arguments)")
  }
}
