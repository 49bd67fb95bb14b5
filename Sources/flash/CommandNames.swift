import FlashCommand

/// `--list-cmds`: names for completions and scripts, whose kinds are here to stay.
enum CommandNames {
  static let kinds = ["main", "others", "alias", "builtins", "nohelpers"]

  /// The names of the kinds in `list`, sorted, each once.
  ///
  /// `nohelpers` takes away the names with two hyphens in a row, by which plugins mark what only
  /// other programs should run.
  static func names(
    of list: String, catalog: CommandCatalog, aliases: () throws -> [String]
  ) throws -> [String] {
    var names: Set<String> = []
    let kinds = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for kind in kinds {
      switch kind {
      case "main": names.formUnion(catalog.shipped)
      case "builtins": names.formUnion(CommandList.builtIns.map(\.name))
      case "others": names.formUnion(catalog.plugins.map(\.name))
      case "alias": names.formUnion(try aliases())
      case "nohelpers": continue
      default: throw DispatchError.unknownCategory(kind, known: Self.kinds)
      }
    }
    if kinds.contains("nohelpers") { names = names.filter { !$0.contains("--") } }
    return names.sorted()
  }
}
