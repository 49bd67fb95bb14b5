import FlashCommand
import FlashModel

/// `flash help`.
struct HelpCommand: Command {
  struct Options: CommandOptions {
    var name: String?
    var showsAll = false
    var showsGuides = false
  }

  static let description = CommandDescription<Options>(
    name: "flash-help", abstract: "show the manual of a command",
    operands: [
      .optional(
        "COMMAND", help: "a command, an alias or a guide", into: \.name,
        completion: .supplied("commands"))
    ],
    options: [
      .flag(
        "all", short: "a", help: "list all commands, of plugins and aliases too",
        into: \.showsAll),
      .flag("guides", short: "g", help: "list the guides", into: \.showsGuides),
    ],
    exitCodes: [.notFound], traits: [],
    manual: Manual(
      """
      Shows the manual page of a command, through `man(1)` on a terminal where the page is
      installed, as plain text otherwise. Without a command, lists those that ship.
      `flash COMMAND --help` and `flash --help COMMAND` do the same.

      With `--all`, each plugin is asked for its summary, and one that can never run, because
      another comes first, is told on standard error.
      """,
      examples: [Manual.Example("The manual of import:", "flash help import")],
      seeAlso: ["man(1)"]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let programs = ProgramSearch(environment: context.environment)
    if options.showsGuides { return Guides.list(in: &context) }
    if options.showsAll { return try HelpList(programs).show(in: &context) }
    guard let name = options.name else {
      return context.output.write(Overview.shortList(CommandCatalog(programs)))
    }
    try show(name, programs, in: &context)
  }

  static func candidates(
    for request: CompletionRequest, in context: inout CommandContext
  ) throws -> [CompletionCandidate] {
    let catalog = CommandCatalog(ProgramSearch(environment: context.environment))
    let configuration = try Configuration.load(environment: context.environment)
    return catalog.candidates(configuration)
      + CommandList.guides.map { CompletionCandidate($0.name, $0.abstract) }
  }

  /// Shows the manual of the command, alias or guide `name`.
  static func show(
    _ name: String, _ programs: ProgramSearch, in context: inout CommandContext
  ) throws {
    if name == "flash" { return Manuals.flash.show(in: &context) }
    if CommandList.isBuiltIn(name) {
      let dispatcher = Dispatcher(arguments: ArgumentVector([]))
      return try BuiltIn.run(name, ["--help"], with: dispatcher, in: &context)
    }
    if Dispatcher.isName(name), let path = programs.path(of: name) {
      let isShipped = ExecPath.parent(of: path) == programs.execPath
      // A program that ships finds its own page.
      if !isShipped, Help.showInstalled("flash-\(name)", in: &context) { return }
      var search = programs
      search.become(name, asking: [], with: ArgumentVector(["--help"]))
      if let failure = search.notRunnable { throw failure }
    }
    if let guide = CommandList.guides.first(where: { $0.name == name }) {
      return Manuals.page(guide)?.show(in: &context) ?? ()
    }
    let configuration = try Configuration.load(environment: context.environment)
    // An alias whose setting is broken is as good as none.
    if let text = try? configuration.string("alias.\(name)") {
      return context.output.line("'\(name)' is an alias for '\(text)'")
    }
    let known = CommandCatalog(programs).candidates(configuration).map(\.value)
    throw DispatchError.noManual(
      name, near: NearNames.of(name, among: known + CommandList.guides.map(\.name)))
  }
}
