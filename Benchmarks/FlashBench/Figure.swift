/// One measured number and what it should be.
struct Figure {
  /// What the bar asks for.
  enum Bar {
    case atLeast(Double)
    case atMost(Double)
    /// Only for comparison.
    case none
  }

  let name: String
  let value: Double
  let unit: String
  let bar: Bar

  /// `name<tab>value<tab>unit<tab>bar<tab>ok or MISSED`.
  var line: String {
    let verdict: String
    switch bar {
    case .atLeast(let limit): verdict = ">= \(text(limit))\t\(value >= limit ? "ok" : "MISSED")"
    case .atMost(let limit): verdict = "<= \(text(limit))\t\(value <= limit ? "ok" : "MISSED")"
    case .none: verdict = "-\t-"
    }
    return "\(name)\t\(text(value))\t\(unit)\t\(verdict)"
  }

  private func text(_ value: Double) -> String {
    value >= 1_000 ? "\(Int(value.rounded()))" : "\((value * 10_000).rounded() / 10_000)"
  }
}

/// The least of several runs, in seconds: what the code takes when the machine lets it.
/// - Parameter body: answers with a number made of all its results, so that none can be left out.
func seconds(runs: Int = 20, _ body: () -> Double) -> Double {
  let clock = ContinuousClock()
  var least = Double.infinity
  for _ in 0..<runs {
    var sum = 0.0
    let duration = clock.measure { sum = body() }
    precondition(sum.isFinite, "the results are numbers")
    let (whole, fraction) = duration.components
    least = min(least, Double(whole) + Double(fraction) / 1e18)
  }
  return least
}
