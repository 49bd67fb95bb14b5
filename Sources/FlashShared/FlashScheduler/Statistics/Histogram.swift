/// How many values lie between edges.
public struct Histogram: Hashable, Sendable {
  /// The lower edge of each bin, ascending; the last bin has no upper edge.
  public let edges: [Double]
  /// Of each bin; values below the first edge count in the first.
  public private(set) var counts: [Int]
  private var values: [Double] = []

  public init(edges: [Double]) {
    self.edges = edges
    counts = Array(repeating: 0, count: edges.count)
  }

  public mutating func add(_ value: Double) {
    var bin = edges.count - 1
    while bin > 0, value < edges[bin] { bin -= 1 }
    counts[bin] += 1
    values.append(value)
  }

  public var total: Int { values.count }
  public var sum: Double { values.reduce(0, +) }
  /// Nil without values.
  public var mean: Double? { values.isEmpty ? nil : sum / Double(values.count) }

  /// The middle value, or the mean of the two in the middle; nil without values.
  /// - Complexity: O(n log n).
  public var median: Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Days, from less than one to more than five years; 21 is where a card becomes mature.
  public static var days: Histogram {
    Histogram(edges: [0, 1, 2, 3, 5, 8, 15, 21, 31, 61, 91, 181, 366, 731, 1_827])
  }

  /// Difficulty, 1 to 10, in nine steps.
  public static var difficulty: Histogram { Histogram(edges: (1...9).map(Double.init)) }

  /// Probabilities in percent, in ten steps.
  public static var percent: Histogram {
    Histogram(edges: (0..<10).map { Double($0 * 10) })
  }
}
