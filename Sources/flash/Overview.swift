import FlashCommand

/// What flash says of itself: the list of commands and the summary of its options.
enum Overview {
  /// At most 25 lines, examples first.
  static let usage = """
    usage: flash [OPTIONS] COMMAND [ARGUMENTS]

    Examples:
      flash import spanish.csv        add the cards of a file
      flash study                     study what is due
      flash card add Spanish gato cat make a card
      flash help study                the manual of a command

    Options:
    \(options)

    'flash help' lists the commands, 'flash help -a' with all plugins and aliases.

    """

  private static let options = GlobalOption.all.filter { !$0.help.isEmpty }
    .map { "  \(padded($0.synopsis, to: 18)) \($0.help)" }.joined(separator: "\n")

  /// What `flash` alone prints.
  static func shortList(_ catalog: CommandCatalog) -> String {
    "usage: flash [OPTIONS] COMMAND [ARGUMENTS]\n" + shipped(catalog)
      + "\n'flash help COMMAND' tells more, 'flash help -a' lists everything.\n"
  }

  /// The commands that ship, under their headings, each after an empty line.
  static func shipped(_ catalog: CommandCatalog) -> String {
    let commands = CommandList.builtIns + catalog.programs
    return CommandGroupName.allCases.map { group in
      let listed = commands.filter { $0.group == group }
      guard !listed.isEmpty else { return "" }
      return "\n\(group.rawValue)\n" + list(listed.map { ($0.name, $0.abstract) })
    }.joined()
  }

  /// Names and what they are, a line each.
  static func list(_ items: [(name: String, text: String)]) -> String {
    let width = max(10, items.map(\.name.count).max() ?? 0)
    return items.map { "  \(padded($0.name, to: width))  \($0.text)\n" }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension GlobalOption {
  /// As the summary shows it: `-C DIR`, `--exec-path[=DIR]`.
  var synopsis: String {
    let name = names.joined(separator: ", ")
    return switch argument {
    case .none: name
    case .required(let value): names[0].hasPrefix("--") ? "\(name)=\(value)" : "\(name) \(value)"
    case .optional(let value): "\(name)[=\(value)]"
    }
  }
}
