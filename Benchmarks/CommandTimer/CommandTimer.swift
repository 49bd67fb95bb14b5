#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `command-timer RUNS -- COMMAND … [-- COMMAND …]`: runs the commands in turn, so that a busy
/// moment of the machine hits all alike, with output to `/dev/null`.
///
/// Prints a line for each: median and least milliseconds, peak memory in KiB.
@main
enum CommandTimer {
  static func main() {
    let parts = CommandLine.arguments.dropFirst().split(
      separator: "--", omittingEmptySubsequences: false)
    guard parts.count > 1, let runs = parts[0].first.flatMap({ Int($0) }), runs > 0 else {
      fail("usage: command-timer RUNS -- COMMAND ... [-- COMMAND ...]")
    }
    let commands = parts.dropFirst().map(Array.init)
    var times = commands.map { _ in [Double]() }
    var peaks = commands.map { _ in 0 }
    for _ in 0..<runs {
      for (index, command) in commands.enumerated() {
        let (time, peak) = measure(command)
        times[index].append(time)
        peaks[index] = max(peaks[index], peak)
      }
    }
    for index in commands.indices {
      let sorted = times[index].sorted()
      print(rounded(sorted[runs / 2]), rounded(sorted[0]), peaks[index])
    }
  }

  /// Runs `command` once.
  /// - Returns: wall time in milliseconds, peak memory in KiB.
  private static func measure(_ command: [String]) -> (Double, Int) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words = unsafe command.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }

    let clock = ContinuousClock()
    let start = clock.now
    var process = pid_t()
    guard unsafe posix_spawnp(&process, command[0], &actions, nil, words + [nil], environ) == 0
    else { fail("command-timer: cannot start \(command[0])") }
    var status: Int32 = 0
    var usage = rusage()
    unsafe wait4(process, &status, 0, &usage)
    let elapsed = start.duration(to: clock.now).components
    guard status == 0 else { fail("command-timer: \(command.joined(separator: " ")) failed") }
    let milliseconds = Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15
    return (milliseconds, Int(usage.ru_maxrss))
  }

  private static func rounded(_ milliseconds: Double) -> Double {
    (milliseconds * 1e3).rounded() / 1e3
  }

  private static func fail(_ message: String) -> Never {
    let line = message + "\n"
    _ = unsafe write(2, line, line.utf8.count)
    exit(1)
  }
}
