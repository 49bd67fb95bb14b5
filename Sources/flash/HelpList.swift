import FlashCommand

/// `flash help -a`: every command, with what each plugin says of itself.
struct HelpList {
  private let catalog: CommandCatalog

  init(_ programs: ProgramSearch) { catalog = CommandCatalog(programs) }

  func show(in context: inout CommandContext) throws {
    let configuration = try Configuration.load(environment: context.environment)
    var text = Overview.shipped(catalog)
    text += section(
      "Shorter names",
      catalog.shippedAliases.map { ($0.name, $0.words.joined(separator: " ")) })
    text += section("Plugins", catalog.plugins.map { ($0.name, summary(of: $0)) })
    text += section(
      "Aliases of the settings",
      configuration.section("alias").map { ($0.key.name, $0.value ?? "") })
    // Each section begins with the line that parts it from the one before.
    context.output.write(String(text.drop { $0 == "\n" }))
    context.output.flush()
    warn(configuration, in: &context)
  }

  private func section(_ title: String, _ items: [(name: String, text: String)]) -> String {
    items.isEmpty ? "" : "\n\(title)\n" + Overview.list(items)
  }

  /// What a plugin answers to `--flash-summary`; where it is found if it has no answer.
  private func summary(of plugin: CommandCatalog.Plugin) -> String {
    Summary.ask(plugin.path) ?? plugin.path
  }

  /// Names the programs and aliases that can never run.
  private func warn(_ configuration: Configuration, in context: inout CommandContext) {
    for shadow in catalog.shadows {
      context.errors.line("flash: warning: '\(shadow.path)' is hidden by \(shadow.by)")
    }
    let commands = Set(catalog.shipped + catalog.plugins.map(\.name))
    for entry in configuration.section("alias") where commands.contains(entry.key.name) {
      context.errors.line(
        "flash: warning: \(entry.origin): alias '\(entry.key.name)' is hidden by the command")
    }
  }
}

/// The list of guides.
enum Guides {
  static func list(in context: inout CommandContext) {
    context.output.write(Overview.list(CommandList.guides.map { ($0.name, $0.abstract) }))
  }
}
