/// `flash-bench [GROUP …]`: measures hot paths and prints each figure beside its bar.
///
/// `flash-bench generate-csv [ROWS]` writes the large deck that imports are measured with.
@main
enum FlashBench {
  private static let groups: [(name: String, run: @Sendable () throws -> [Figure])] = [
    ("scheduler", SchedulerBenchmarks.run), ("text", TextBenchmarks.run),
  ]

  static func main() throws {
    let wanted = CommandLine.arguments.dropFirst()
    if wanted.first == "generate-csv" {
      var deck = GeneratedDeck()
      let csv = deck.csv(rows: wanted.dropFirst().first.flatMap { Int($0) } ?? 100_000)
      return print(String(decoding: csv, as: UTF8.self), terminator: "")
    }
    for group in groups where wanted.isEmpty || wanted.contains(group.name) {
      for figure in try group.run() { print(figure.line) }
    }
  }
}
