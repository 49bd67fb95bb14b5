import FlashCommand

/// The names of all commands that can be run here.
struct CommandCatalog {
  /// A program called `flash-NAME` that does not ship.
  struct Plugin: Equatable {
    let name: String
    let path: String
  }

  /// A program that is never run, because of the one that comes first.
  struct Shadow: Equatable {
    let path: String
    /// What runs in its place: `a command of flash`, or a path.
    let by: String
  }

  /// The programs that ship and are there, by name.
  let programs: [ShippedCommand]
  /// The aliases that ship and whose programs are there, by name.
  let shippedAliases: [ShippedAlias]
  /// What others have put on `PATH`, by name.
  let plugins: [Plugin]
  let shadows: [Shadow]

  /// Looks into the folders of `search`; reads no settings.
  init(_ search: ProgramSearch) {
    let programs = CommandList.programs.filter { program in
      search.execPath.map { ProgramSearch.isProgram("\($0)/flash-\(program.name)") } ?? false
    }
    let aliases = CommandList.aliases.filter { alias in
      programs.contains { $0.name == alias.words[0] }
    }
    let shipped = Set(
      (CommandList.builtIns + programs).map(\.name) + aliases.map(\.name))
    var found: [String: String] = [:]
    var shadows: [Shadow] = []
    var seen: Set<String> = []
    for folder in (search.execPath.map { [$0] } ?? []) + search.searchPath
    where seen.insert(System.absolute(folder)).inserted {
      for name in Self.names(in: folder) {
        let path = "\(folder)/flash-\(name)"
        if shipped.contains(name) {
          if folder != search.execPath || CommandList.isBuiltIn(name) {
            shadows.append(Shadow(path: path, by: "'flash \(name)', which ships with flash"))
          }
        } else if let first = found[name] {
          shadows.append(Shadow(path: path, by: "'\(first)'"))
        } else {
          found[name] = path
        }
      }
    }
    self.programs = programs.sorted { $0.name < $1.name }
    shippedAliases = aliases
    plugins = found.map { Plugin(name: $0.key, path: $0.value) }.sorted { $0.name < $1.name }
    self.shadows = shadows.sorted { $0.path < $1.path }
  }

  /// The commands whose programs are in `folder` and can be run, by name.
  private static func names(in folder: String) -> [String] {
    System.names(in: folder).filter { $0.hasPrefix("flash-") }
      .map { String($0.dropFirst("flash-".count)) }
      .filter { Dispatcher.isName($0) && ProgramSearch.isProgram("\(folder)/flash-\($0)") }
      .sorted()
  }

  /// All commands that ship: built in, programs, aliases; by name.
  var shipped: [String] {
    (CommandList.builtIns.map(\.name) + programs.map(\.name) + shippedAliases.map(\.name)).sorted()
  }

  /// All commands with a line on each, for completion.
  func candidates(_ configuration: Configuration) -> [CompletionCandidate] {
    let known = Set(shipped + plugins.map(\.name))
    return
      ((CommandList.builtIns + programs).map { CompletionCandidate($0.name, $0.abstract) }
      + shippedAliases.map { CompletionCandidate($0.name, $0.words.joined(separator: " ")) }
      + plugins.map { CompletionCandidate($0.name, $0.path) }
      + configuration.section("alias").filter { !known.contains($0.key.name) }
      .map { CompletionCandidate($0.key.name, $0.value ?? "") })
      .sorted { $0.value < $1.value }
  }

  /// The aliases of the settings that are not hidden by a command, by name.
  static func aliases(in configuration: Configuration) -> [String] {
    configuration.section("alias").map(\.key.name)
  }
}
