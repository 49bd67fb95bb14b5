import FlashCommand
import FlashModel

/// A name that is no command: says what may have been meant and, where the settings ask for it,
/// runs that.
struct UnknownCommand {
  let name: String
  let dispatcher: Dispatcher

  func answer(in context: inout CommandContext) throws {
    let environment = context.environment
    let configuration = try Configuration.load(environment: environment)
    let near = nearNames(configuration)
    let error = DispatchError.unknownCommand(name, near: near)
    guard near.count == 1, context.terminal.inputIsTerminal, context.terminal.errorIsTerminal,
      isHarmless(near[0], configuration)
    else { throw error }
    switch try configuration.string("help.autocorrect") {
    case "immediate":
      context.errors.line(
        "flash: '\(name)' is not a flash command; running 'flash \(near[0])' instead")
    case "prompt":
      guard environment.nonEmpty("FLASH_PROMPT_DISABLED") == nil else { throw error }
      try ask(near[0], in: &context)
    default: throw error
    }
    context.errors.flush()
    var corrected = dispatcher.corrected(to: near[0])
    try corrected.resolve().run(with: corrected, in: &context)
  }

  /// The names that come near, of all that can be run.
  private func nearNames(_ configuration: Configuration) -> [String] {
    let catalog = CommandCatalog(dispatcher.programs)
    let known =
      catalog.shipped + catalog.plugins.map(\.name) + CommandCatalog.aliases(in: configuration)
    return NearNames.of(name, among: known)
  }

  /// - Throws: `Exit` with the code of a declined question.
  private func ask(_ guess: String, in context: inout CommandContext) throws {
    context.errors.write(
      "flash: '\(name)' is not a flash command. Run 'flash \(guess)' instead? [y/N] ")
    context.errors.flush()
    let answer = try context.input.textLine() ?? ""
    guard ["y", "yes"].contains(answer.lowercased()) else { throw Exit(.cancelled) }
  }

  /// Whether `guess` may be run by mistake, whatever aliases lead to.
  private func isHarmless(_ guess: String, _ configuration: Configuration) -> Bool {
    var name = CommandList.alias(guess)?.words[0] ?? guess
    for _ in 0..<10 {
      if CommandList.neverGuessed.contains(name) { return false }
      let isCommand = CommandList.isBuiltIn(name) || dispatcher.programs.path(of: name) != nil
      // A value that cannot be read is no alias to follow.
      guard !isCommand, let text = try? configuration.string("alias.\(name)") else { return true }
      // A shell may do anything.
      guard case .words(let words)? = try? AliasExpansion.result(of: text, name: name) else {
        return false
      }
      // The options of flash may stand before the command.
      let arguments = ArgumentVector(words)
      // An alias with wrong options runs nothing that a guess could stand for.
      guard let options = try? GlobalOptions(arguments), options.count < words.count else {
        return false
      }
      name = words[options.count]
    }
    return false
  }
}
