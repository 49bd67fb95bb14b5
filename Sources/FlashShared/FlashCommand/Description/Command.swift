/// A command: its description beside what it does. A program is one, each subcommand is one.
public protocol Command: SendableMetatype {
  associatedtype Options: CommandOptions
  static var description: CommandDescription<Options> { get }

  /// Does what the options ask for. Failures are thrown; the runner reports them.
  static func run(_ options: Options, in context: inout CommandContext) throws

  /// What a word may be completed with that only the program knows; asked of the program, not of
  /// its subcommands, without a lock and within 50 ms.
  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate]
}

extension Command {
  public static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] { [] }

  /// The whole life of the program: the entry point of an executable whose type is marked `@main`.
  public static func main() {
    let root = Subcommand(Self.self)
    CommandProcess.run(program: root.name, isServer: root.traits.contains(.isServer)) {
      try root.start($0.arguments, in: &$0, candidates: Self.candidates)
    }
  }

  /// Does what ``main()`` does, within a process that runs already and with arguments of its own:
  /// for a command that is part of another program.
  public static func answer(
    _ arguments: [String], in context: inout CommandContext
  ) throws {
    try Subcommand(Self.self).start(arguments, in: &context, candidates: Self.candidates)
  }

  /// The program's life within `context`, without an exit: for tests.
  public static func run(in context: inout CommandContext) -> Ending {
    let root = Subcommand(Self.self)
    return CommandProcess.run(&context) {
      try root.start($0.arguments, in: &$0, candidates: Self.candidates)
    }
  }
}

/// The options of a command: a struct whose properties have their defaults.
public protocol CommandOptions: SendableMetatype {
  init()
}

/// For commands without options of their own.
public struct NoOptions: CommandOptions {
  public init() {}
}

/// A command that does nothing without a subcommand.
public protocol CommandGroup: Command where Options == NoOptions {}

extension CommandGroup {
  public static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    throw UsageError.missingSubcommand(command: context.invocation)
  }
}
