/// `flash-bench [GROUP …]`: measures hot paths and prints each figure beside its bar.
@main
enum FlashBench {
  private static let groups: [(name: String, run: @Sendable () throws -> [Figure])] = [
    ("scheduler", SchedulerBenchmarks.run)
  ]

  static func main() throws {
    let wanted = CommandLine.arguments.dropFirst()
    for group in groups where wanted.isEmpty || wanted.contains(group.name) {
      for figure in try group.run() { print(figure.line) }
    }
  }
}
