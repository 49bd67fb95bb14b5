import FlashCommand

/// `flash __complete -- WORDS…`: completes the name of a command and the options before it, and
/// hands the rest of the line to the command itself.
struct Completer {
  private var programs: ProgramSearch
  private var expansion = AliasExpansion()

  init(programs: ProgramSearch) { self.programs = programs }

  /// Answers, or becomes the program that can. Silent on any error: a shell is waiting for a key.
  mutating func answer(_ words: [String], in context: inout CommandContext) {
    let before = words.dropLast()
    let last = words.last ?? ""
    // Options that are wrong or half typed have no completion.
    guard let options = try? GlobalOptions(ArgumentVector(Array(before))) else {
      return write(
        OptionCompletion.value(after: before.last, typed: last, in: context), to: context)
    }
    // As above.
    guard options.question == nil, (try? options.apply()) != nil else { return }
    if let chosen = options.execPath {
      programs = ProgramSearch(
        execPath: ExecPath.resolved(option: chosen, environment: context.environment),
        searchPath: programs.searchPath)
    }
    guard options.count < before.count else {
      let candidates =
        last.hasPrefix("-") && before.last != "--"
        ? OptionCompletion.options(typed: last, in: context) : commands(last, in: context)
      return write(candidates, to: context)
    }
    let rest = Array(words.dropFirst(options.count + 1))
    complete(words[options.count], rest, in: &context)
  }

  /// Completes the last of `words`, which follow the name of a command.
  private mutating func complete(
    _ name: String, _ words: [String], in context: inout CommandContext
  ) {
    guard Dispatcher.isName(name) else { return }
    let question = ["__complete", "--"]
    if CommandList.isBuiltIn(name) {
      let dispatcher = Dispatcher(arguments: ArgumentVector([]))
      // As above, no answer is the answer to an error.
      try? BuiltIn.run(name, question + words, with: dispatcher, in: &context)
      return
    }
    programs.become(name, asking: question, with: ArgumentVector(words))
    // A loop or a broken alias has no completion; a shell's command line is not ours to read.
    guard case .words(let expanded)? = try? expansion.expand(name) else { return }
    answer(expanded + words, in: &context)
  }

  private func commands(_ typed: String, in context: CommandContext) -> [CompletionCandidate] {
    // Broken settings hide the aliases in them, and nothing else.
    let configuration =
      (try? Configuration.load(environment: context.environment)) ?? Configuration(entries: [])
    return CommandCatalog(programs).candidates(configuration).filter { $0.value.hasPrefix(typed) }
  }

  private func write(_ candidates: [CompletionCandidate], to context: CommandContext) {
    for line in candidates.compactMap(\.line) { context.output.line(line) }
  }
}
