public import FlashCommand
public import FlashModel
import FlashTerminal

/// A home and a clock within which commands are run in the test's own process.
public final class CommandSession {
  public let folder: TemporaryDirectory
  /// 2026-03-02T09:00:00Z, a Monday, until a test moves it.
  public var now = Timestamp(milliseconds: 1_772_442_000_000)
  public var variables: [String: String] = [:]
  /// Whether standard output passes for a terminal, and how wide it is.
  public var columns: Int?
  /// The signal that asks a command to stop, asked for whenever the command does.
  public var stopRequest: @Sendable () -> Signal? = { nil }

  public init() throws {
    folder = try TemporaryDirectory()
    variables = [
      "HOME": folder.path, "TZ": "UTC", "XDG_CONFIG_DIRS": folder.path + "/etc",
      "LC_ALL": "C.UTF-8",
    ]
  }

  /// How a command ended and what it wrote.
  public struct Outcome: Hashable, Sendable {
    /// Nil if a signal ended it.
    public let code: Int32?
    public let output: String
    public let errors: String

    public init(code: Int32?, output: String, errors: String) {
      self.code = code
      self.output = output
      self.errors = errors
    }

    /// The lines of the answer.
    public var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The lines of the answer as JSON.
    public func objects() throws -> [JSONValue] {
      try lines.map { try JSONValue(parsing: Array($0.utf8)) }
    }
  }

  public func context(
    _ program: String, _ arguments: [String] = [], input: String = ""
  ) -> CommandContext {
    let size = TerminalSize(columns: columns ?? 80, rows: 24)
    return CommandContext(
      program: program, arguments: arguments, environment: Environment(variables),
      workingDirectory: folder.path, input: InputStream(bytes: Array(input.utf8)),
      clock: .fixed(at: now),
      terminal: TerminalFacts(outputIsTerminal: columns != nil, size: size),
      stopRequest: stopRequest)
  }

  /// Runs `command` as the program `name`.
  public func run<C: Command>(
    _ command: C.Type, _ name: String, _ arguments: [String], input: String = ""
  ) -> Outcome {
    var context = context(name, arguments, input: input)
    let ending = command.run(in: &context)
    var code: Int32?
    if case .code(let exit) = ending { code = exit.rawValue }
    return Outcome(
      code: code, output: context.output.captured, errors: context.errors.captured)
  }
}
