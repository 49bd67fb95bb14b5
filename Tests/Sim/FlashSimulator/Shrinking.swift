/// Makes a run that fails as small as it can: fewer steps, then fewer kinds of things, fewer devices.
public struct Shrinking {
  private let simulation: Simulation
  private let promise: String
  private var best: SimulationPlan
  private var left: Int

  /// - Parameter tries: runs that it may take.
  public init(
    _ simulation: Simulation, _ plan: SimulationPlan, breaking violation: Violation,
    tries: Int = 400
  ) {
    self.simulation = simulation
    best = plan
    promise = violation.promise
    left = tries
  }

  /// The smallest plan found that breaks the same promise.
  public mutating func run() throws -> SimulationPlan {
    try cutEnd()
    try dropKinds()
    try dropSteps()
    try dropKinds()
    for devices in 2..<max(2, best.devices) {
      var plan = best
      plan.devices = devices
      if try take(plan) { break }
    }
    try dropSteps()
    return best
  }

  /// - Returns: whether the plan fails alike; then it is the best.
  private mutating func take(_ plan: SimulationPlan) throws -> Bool {
    guard left > 0 else { return false }
    left -= 1
    guard try simulation.run(plan).violation?.promise == promise else { return false }
    best = plan
    return true
  }

  private mutating func cutEnd() throws {
    var step = best.steps / 2
    while step > 0 {
      var plan = best
      plan.steps -= step
      let isTaken = try plan.steps > 0 && take(plan)
      if !isTaken { step /= 2 }
    }
  }

  private mutating func dropSteps() throws {
    var size = max(1, best.steps / 4)
    while size >= 1 {
      var start = 0
      while start < best.steps {
        let block = Set(start..<min(start + size, best.steps)).subtracting(best.skipped)
        if !block.isEmpty {
          var plan = best
          plan.skipped.formUnion(block)
          _ = try take(plan)
        }
        start += size
      }
      size /= 2
    }
  }

  /// Leaving an action out makes others of what was it; that is as good.
  private mutating func dropKinds() throws {
    for fault in Fault.allCases.map(\.rawValue) where !best.off.contains(fault) {
      var plan = best
      plan.off.insert(fault)
      _ = try take(plan)
    }
  }
}
