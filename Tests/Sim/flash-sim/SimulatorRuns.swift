import FlashSimulator
import Foundation

/// Runs seeds one after the other and tells what came of them.
struct SimulatorRuns {
  private let simulation: Simulation
  private let options: SimulatorOptions
  private var seeds = 0
  private var steps = 0
  private var failures = 0

  init(_ simulation: Simulation, _ options: SimulatorOptions) {
    self.simulation = simulation
    self.options = options
  }

  /// - Returns: whether every promise was kept.
  mutating func run() throws -> Bool {
    let start = ContinuousClock.now
    for (number, plan) in plans.enumerated()
    where number % options.part.count == options.part.first {
      guard failures == 0 || options.keepsGoing else { break }
      try runOnce(plan)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      "\(seeds) seeds, \(steps) steps, \(Int(Double(steps) / seconds)) a second, "
        + "\(failures) failures")
    return failures == 0
  }

  private var plans: [SimulationPlan] {
    guard !options.isSingle else { return options.listed + [options.plan] }
    return options.listed
      + options.seeds.map { seed in
        var plan = options.plan
        plan.seed = seed
        return plan
      }
  }

  private mutating func runOnce(_ plan: SimulationPlan) throws {
    let result = try simulation.run(plan, tell: options.tellsAll ? { print($0) } : nil)
    seeds += 1
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
