import Synchronization

/// What is counted, for an operator to watch. Told as Prometheus reads it.
///
/// A label is a word out of our own lists: never an address, a token, or anything that was sent.
public final class Metrics: Sendable {
  /// Things that are counted from the start of the process.
  public enum Counter: String, Sendable, CaseIterable {
    case limited
    case pushRows = "push_rows"
    case pullRows = "pull_rows"
    case refreshes = "token_refreshes"
    case mails
    case webhooks
    case jobs

    var labels: [String] {
      switch self {
      case .limited: ["bucket"]
      case .pushRows: ["entity", "outcome"]
      case .pullRows: ["entity"]
      case .refreshes, .mails: ["outcome"]
      case .webhooks: ["type"]
      case .jobs: ["job", "outcome"]
      }
    }

    var help: String {
      switch self {
      case .limited: "Requests refused as too many."
      case .pushRows: "Rows that clients sent."
      case .pullRows: "Rows that clients were sent."
      case .refreshes: "Attempts to refresh a pair of tokens."
      case .mails: "Attempts to send a mail."
      case .webhooks: "Notifications of the store."
      case .jobs: "Runs of jobs."
      }
    }
  }

  /// Something that is asked for when the figures are.
  public struct Gauge: Sendable {
    let name: String
    let help: String
    let value: Double

    public init(_ name: String, _ help: String, _ value: Double) {
      self.name = name
      self.help = help
      self.value = value
    }
  }

  private struct RequestKey: Hashable {
    let operation: String
    let status: Int
  }

  private struct Latency {
    var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
    var microseconds: Int64 = 0
    var count = 0

    mutating func add(_ microseconds: Int64, bucket: Int?) {
      count += 1
      self.microseconds += microseconds
      if let bucket { buckets[bucket] += 1 }
    }
  }

  private struct Figures {
    var requests: [RequestKey: Int] = [:]
    var latencies: [String: Latency] = [:]
    var counters: [Counter: [[String]: Int]] = [:]
  }

  /// Upper bounds of the buckets of latency, in microseconds.
  private static let bounds: [Int64] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
  ]

  private let figures = Mutex(Figures())

  public init() {}

  /// - Parameter labels: in the order of the counter's own.
  public func count(_ counter: Counter, _ labels: [String], by number: Int = 1) {
    guard number > 0 else { return }
    figures.withLock { $0.counters[counter, default: [:]][labels, default: 0] += number }
  }

  func request(_ operation: String, _ status: Int, microseconds: Int64) {
    let bucket = Metrics.bounds.firstIndex { microseconds <= $0 }
    figures.withLock { figures in
      figures.requests[RequestKey(operation: operation, status: status), default: 0] += 1
      figures.latencies[operation, default: Latency()].add(microseconds, bucket: bucket)
    }
  }

  /// All figures.
  /// - Source: Prometheus, text-based exposition format 0.0.4.
  public func text(_ gauges: [Gauge] = []) -> String {
    let figures = figures.withLock { $0 }
    var text = Metrics.head("requests_total", "Requests that were answered.", "counter")
    for (key, count) in figures.requests.sorted(by: {
      Metrics.order($0.key) < Metrics.order($1.key)
    }) {
      let labels = [("operation", key.operation), ("status", "\(key.status)")]
      text += "flash_requests_total\(Metrics.labels(labels)) \(count)\n"
    }
    text += Metrics.latencies(figures.latencies)
    for counter in Counter.allCases {
      text += Metrics.head("\(counter.rawValue)_total", counter.help, "counter")
      let values = figures.counters[counter] ?? [:]
      for (labels, count) in values.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let pairs = Array(zip(counter.labels, labels))
        text += "flash_\(counter.rawValue)_total\(Metrics.labels(pairs)) \(count)\n"
      }
    }
    for gauge in gauges {
      text += Metrics.head(gauge.name, gauge.help, "gauge") + "flash_\(gauge.name) \(gauge.value)\n"
    }
    return text
  }

  private static func order(_ key: RequestKey) -> String { "\(key.operation) \(key.status)" }

  private static func latencies(_ latencies: [String: Latency]) -> String {
    var text = head("request_seconds", "How long requests took.", "histogram")
    for (operation, latency) in latencies.sorted(by: { $0.key < $1.key }) {
      var below = 0
      for (bound, count) in zip(bounds, latency.buckets) {
        below += count
        let pairs = [("operation", operation), ("le", "\(Double(bound) / 1_000_000)")]
        text += "flash_request_seconds_bucket\(labels(pairs)) \(below)\n"
      }
      let all = [("operation", operation), ("le", "+Inf")]
      let own = labels([("operation", operation)])
      text += "flash_request_seconds_bucket\(labels(all)) \(latency.count)\n"
      text += "flash_request_seconds_sum\(own) \(Double(latency.microseconds) / 1_000_000)\n"
      text += "flash_request_seconds_count\(own) \(latency.count)\n"
    }
    return text
  }

  private static func head(_ name: String, _ help: String, _ type: String) -> String {
    "# HELP flash_\(name) \(help)\n# TYPE flash_\(name) \(type)\n"
  }

  private static func labels(_ pairs: [(String, String)]) -> String {
    "{" + pairs.map { "\($0)=\"\($1)\"" }.joined(separator: ",") + "}"
  }
}
