import FlashSimulator
import Foundation

/// Runs the simulator; `flash-sim --help` says how.
@main
struct FlashSim {
  static func main() throws {
    try Replaying.useSameHashes()
    let options = try SimulatorOptions(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp { return print(SimulatorOptions.help) }
    let simulation = Simulation(folder: options.folder)
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
