import FlashCommand

/// The commands that flash does itself.
enum BuiltIn {
  static func run(
    _ name: String, _ arguments: [String], with dispatcher: Dispatcher,
    in context: inout CommandContext
  ) throws {
    switch name {
    case "version": context.output.line("flash \(Release.version)")
    default: context.output.write(Overview.shortList(CommandCatalog(dispatcher.programs)))
    }
  }
}
