import FlashCommand

extension Request {
  /// Answers in the place of a program.
  func run(with dispatcher: Dispatcher, in context: inout CommandContext) throws {
    switch self {
    case .builtIn(let name):
      let arguments = Array(dispatcher.words.dropFirst())
      try BuiltIn.run(name, arguments, with: dispatcher, in: &context)
    case .version: context.output.line(VersionCommand.text)
    case .usage: context.output.write(Overview.usage)
    case .help(let words):
      try HelpCommand.answer(words.isEmpty ? [] : ["--", words[0]], in: &context)
    case .shortList:
      context.output.write(Overview.shortList(CommandCatalog(dispatcher.programs)))
      throw Exit(.usage)
    case .execPath: context.output.line(dispatcher.programs.execPath ?? "")
    case .listCommands(let kinds):
      let environment = context.environment
      let names = try CommandNames.names(of: kinds, catalog: CommandCatalog(dispatcher.programs)) {
        CommandCatalog.aliases(in: try Configuration.load(environment: environment))
      }
      for name in names { context.output.line(name) }
    case .unknown(let name):
      try UnknownCommand(name: name, dispatcher: dispatcher).answer(in: &context)
    }
  }
}
