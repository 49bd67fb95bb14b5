import FlashCommand

/// The commands that flash does itself.
enum BuiltIn {
  static func run(
    _ name: String, _ arguments: [String], with dispatcher: Dispatcher,
    in context: inout CommandContext
  ) throws {
    switch name {
    case "completion": try CompletionCommand.answer(arguments, in: &context)
    case "config": try ConfigCommand.answer(arguments, in: &context)
    case "help": try HelpCommand.answer(arguments, in: &context)
    case "version": try VersionCommand.answer(arguments, in: &context)
    case "__complete":
      var completer = Completer(programs: dispatcher.programs)
      completer.answer(Array(arguments.dropFirst(arguments.first == "--" ? 1 : 0)), in: &context)
    case "__manual": try manual(arguments.first ?? "flash", in: &context)
    default: preconditionFailure("the list of built-in commands has one that this does not know")
    }
  }

  /// Writes the page `name` as it is committed.
  private static func manual(_ name: String, in context: inout CommandContext) throws {
    if let page = Manuals.page(name) { return context.output.write(page.mdoc) }
    let command = name.hasPrefix("flash-") ? String(name.dropFirst("flash-".count)) : name
    guard CommandList.isBuiltIn(command) else { throw DispatchError.noManual(name, near: []) }
    switch command {
    case "completion": try CompletionCommand.answer(["__manual"], in: &context)
    case "config": try ConfigCommand.answer(["__manual"], in: &context)
    case "help": try HelpCommand.answer(["__manual"], in: &context)
    default: try VersionCommand.answer(["__manual"], in: &context)
    }
  }

  /// Names that are answered here and listed nowhere.
  static func isHidden(_ name: String) -> Bool { name == "__complete" || name == "__manual" }
}
