import FlashSimulator
import Foundation

/// Runs the simulator; `flash-sim --help` says how.
@main
struct FlashSim {
  static func main() throws {
    try Replaying.useSameHashes()
    let options = try SimulatorOptions(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp { return print(SimulatorOptions.help) }
    if options.jobs > 1 { exit(try Processes.share(options.jobs) ? 0 : 1) }
    let simulation = try Simulation(folder: options.folder)
    var runs = SimulatorRuns(simulation, options)
    exit(try runs.run() ? 0 : 1)
  }
}

/// Runs that can be repeated.
enum Replaying {
  /// Sets and dictionaries have another order in each process, unless the environment says
  /// otherwise; so the program starts itself again.
  static func useSameHashes() throws {
    let name = "SWIFT_DETERMINISTIC_HASHING"
    guard ProcessInfo.processInfo.environment[name] == nil else { return }
    unsafe setenv(name, "1", 1)
    let words = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
    unsafe execv("/proc/self/exe", words)
    throw CocoaError(.executableLoad)
  }
}

/// Runs that several processes share, as each has one thread and its own disks.
enum Processes {
  /// - Returns: whether every promise was kept in all of them.
  static func share(_ jobs: Int) throws -> Bool {
    var words = Array(CommandLine.arguments.dropFirst())
    if let place = words.firstIndex(of: "--jobs") { words.removeSubrange(place...(place + 1)) }
    let parts = try (0..<jobs).map { number in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try executable())
      process.arguments = words + ["--part", "\(number)/\(jobs)"]
      try process.run()
      return process
    }
    for part in parts { part.waitUntilExit() }
    return parts.allSatisfy { $0.terminationStatus == 0 }
  }

  private static func executable() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }
}
