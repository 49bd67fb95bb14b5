import FlashModel
import FlashTerminal
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs parts of FlashTerminal in a real terminal, for tests: `terminal-probe PART ARGUMENT…`.
@main
enum Probe {
  struct Failure: Error {}
  struct Interrupted: Error {}

  /// The signal that came while the loop did not hear any, as a command notes it.
  private static let noted = Atomic<Int32>(0)

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      switch arguments.first {
      case nil: try runLoop()
      case "confirm": say("answer \(try prompt.confirm("Delete 'A'?", option: "--yes"))")
      case "name":
        say("answer \(try prompt.confirm("Type A:", byTyping: "A", option: "--confirm=A"))")
      case "secret": say("secret '\(try SecretPrompt.ask("Password:", charset: .utf8))'")
      case "page": try page(lines: arguments.last.flatMap { Int($0) } ?? 0)
      case "edit": try edit(arguments.last ?? "")
      default: exit(64)
      }
    } catch is Interrupted {
      endByDefault(noted.load(ordering: .relaxed))
    } catch {
      say("failed: \((error as? TerminalError)?.message ?? "\(error)")")
      exit(1)
    }
  }

  private static var prompt: Prompt {
    let isAllowed = Prompt.isAllowed(
      inputIsTerminal: isatty(0) == 1, errorIsTerminal: isatty(2) == 1, noInput: false,
      disabled: nil)
    return Prompt(isAllowed: isAllowed, appearance: .plain)
  }

  private static func page(lines: Int) throws {
    let text = (1...lines).map { "line \($0)\n" }.joined()
    let pager = Pager(flashPager: variable("FLASH_PAGER"), pager: variable("PAGER"))
    say("shown \(try pager?.show(Array(text.utf8), environment: environment) ?? false)")
  }

  private static func edit(_ path: String) throws {
    let editor = Editor(
      flashEditor: nil, visual: nil, editor: variable("EDITOR"), isDumb: false)
    try editor.edit(path, environment: environment)
    say("edited")
  }

  private static func runLoop() throws {
    // Somebody handles these already, as in a command.
    noted.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { Probe.noted.store($0, ordering: .relaxed) }
    }
    // What the program settled before it ended.
    var settled: [String] = []
    let ending = try Loop.run(
      ProbeProgram(), from: Next(ProbeProgram.Model(), [.check]), on: .standard(),
      appearance: Appearance(depth: .trueColor),
      clock: { Timestamp(milliseconds: 0) }
    ) { effect, session in
      switch effect {
      case .check: if noted.load(ordering: .relaxed) != 0 { throw Interrupted() }
      case .settle(let text): settled.append(text)
      case .failure: throw Failure()
      case .crash: abort()
      case .stop: raise(SIGSTOP)
      case .discard: session.discardTypedAhead()
      case .busy:
        say("\u{1B}[2H[busy]")
        while true { sleep(60) }
      case .child(let script):
        return try session.suspended { ["child \(try child(script))"] }
      }
      return []
    }
    say("ended \(ending.cause), \(settled.joined(separator: ", "))")
    if case .signal = ending.cause { endByDefault(noted.load(ordering: .relaxed)) }
  }

  private static func endByDefault(_ number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func child(_ script: String) throws(TerminalError) -> ChildEnding {
    try ChildProcess.run(["/bin/sh", "-c", script], environment: environment)
  }

  private static var environment: [String: String] {
    var result: [String: String] = [:]
    for name in ["PATH", "TERM", "LC_ALL", "LESS"] { result[name] = variable(name) }
    return result
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}
