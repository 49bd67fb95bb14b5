import FlashCommand

/// `flash help`.
enum HelpCommand {
  static func show(
    _ words: [String], with dispatcher: Dispatcher, in context: inout CommandContext
  ) throws {
    context.output.write(Overview.shortList(CommandCatalog(dispatcher.programs)))
  }
}
