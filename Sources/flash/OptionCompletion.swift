import FlashCommand

/// Completes the options of flash itself and their values.
enum OptionCompletion {
  /// Options that begin as `typed` does, or the values of the one that it names.
  static func options(typed: String, in context: CommandContext) -> [CompletionCandidate] {
    if typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
      let lead = String(typed[...equals])
      return value(
        after: String(lead.dropLast()), typed: String(typed[typed.index(after: equals)...]),
        in: context
      ).map { CompletionCandidate(lead + $0.value, $0.description) }
    }
    return GlobalOption.all.filter { !$0.help.isEmpty }.flatMap { option in
      option.names.filter { $0.hasPrefix(typed) }
        .map { CompletionCandidate($0, option.help) }
    }
  }

  /// Values of the option `name` that begin as `typed` does; none if it takes none.
  static func value(
    after name: String?, typed: String, in context: CommandContext
  ) -> [CompletionCandidate] {
    guard let name, let option = GlobalOption.all.first(where: { $0.names.contains(name) }) else {
      return []
    }
    let home = context.environment["HOME"]
    switch option.effect {
    case .changeFolder, .execPath:
      return FileCompletion.candidates(for: typed, directoriesOnly: true, home: home)
    case .store: return FileCompletion.candidates(for: typed, directoriesOnly: false, home: home)
    case .color: return words(GlobalOption.colors, typed)
    case .setting:
      // Settings that cannot be read are no help here.
      let configuration = try? Configuration.load(environment: context.environment)
      return ConfigCommand.settings(in: configuration ?? Configuration(entries: []))
        .map { CompletionCandidate($0.value + "=", $0.description) }
        .filter { $0.value.hasPrefix(typed) }
    case .listCommands: return words(CommandNames.kinds, typed)
    default: return []
    }
  }

  private static func words(_ words: [String], _ typed: String) -> [CompletionCandidate] {
    words.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0) }
  }
}
