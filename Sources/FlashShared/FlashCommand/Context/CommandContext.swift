public import FlashModel

/// The world as one command sees it. Everything that a command reads or writes comes through here,
/// so that a test can pass another world in.
public struct CommandContext {
  /// The name in messages: `flash-import`.
  public let program: String
  /// The arguments without the program's name.
  public let arguments: [String]
  public let environment: Environment
  public let workingDirectory: String
  public let input: InputStream
  /// The answer, and nothing else.
  public let output: OutputStream
  /// Progress, prompts, warnings and errors.
  public let errors: OutputStream
  public let clock: Clock
  public var random: RandomSource
  public let terminal: TerminalFacts
  public let trace: Trace
  /// What the options that all commands share were set to.
  public var common = CommonOptions()
  /// What a person types for the command that runs: `flash deck topic add`.
  public internal(set) var invocation: String
  let cache = SettingsCache()
  private var identifiers = IdentifierGenerator()
  private let stopRequest: @Sendable () -> Signal?

  /// A context of given parts; what is left out is empty, fixed or in memory.
  public init(
    program: String, arguments: [String] = [], environment: Environment = Environment([:]),
    workingDirectory: String = "/", input: InputStream = InputStream(bytes: []),
    output: OutputStream = OutputStream(capturing: "standard output"),
    errors: OutputStream = OutputStream(capturing: "standard error"),
    clock: Clock = .fixed(at: Timestamp(milliseconds: 0)), random: RandomSource = RandomSource(),
    terminal: TerminalFacts = TerminalFacts(),
    stopRequest: @escaping @Sendable () -> Signal? = { nil }
  ) {
    self.program = program
    invocation = CommandName.invocation(of: program)
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.input = input
    self.output = output
    self.errors = errors
    self.clock = clock
    self.random = random
    self.terminal = terminal
    trace = Trace(program: program, environment: environment, clock: clock)
    self.stopRequest = stopRequest
  }

  public var now: Timestamp { clock.now }

  /// A new id of version 7.
  public mutating func newIdentifier<Entity>() -> Identifier<Entity> {
    identifiers.next(at: clock.now, using: &random)
  }

  /// The signal that asked the command to stop, if one came.
  public var interrupted: Signal? { stopRequest() }

  /// To be called once an item in every loop over many: a safe point to stop at.
  /// - Throws: ``Interrupted`` after a signal; the failure of standard output, if it can take no
  ///   more.
  public func check() throws {
    if let signal = stopRequest() { throw Interrupted(by: signal) }
    if let failure = output.failure { throw failure }
  }
}
