import FlashModel
import FlashTerminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs parts of FlashTerminal in a real terminal, for tests.
@main
enum Probe {
  struct Failure: Error {}

  static func main() {
    do {
      try runLoop()
    } catch {
      say("failed: \((error as? TerminalError)?.message ?? "\(error)")")
      exit(1)
    }
  }

  private static func runLoop() throws {
    // What the program settled before it ended.
    var settled: [String] = []
    let ending = try Loop.run(
      ProbeProgram(), from: Next(ProbeProgram.Model()), on: .standard(),
      appearance: Appearance(depth: .trueColor),
      clock: { Timestamp(milliseconds: 0) }
    ) { effect, session in
      switch effect {
      case .settle(let text): settled.append(text)
      case .failure: throw Failure()
      case .crash: abort()
      case .stop: raise(SIGSTOP)
      case .busy:
        say("\u{1B}[2H[busy]")
        while true { sleep(60) }
      case .child:
        return session.suspended {
          say("child has the terminal")
          return ["child \(readLine() ?? "nothing")"]
        }
      }
      return []
    }
    say("ended \(ending.cause), \(settled.joined(separator: ", "))")
    if case .signal(let signal) = ending.cause {
      dieByDefault(of: signal.number)
    }
  }

  private static func dieByDefault(of number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }

  static func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
