/// Where in a command line the word stands that is to be completed.
struct CompletionPlace {
  private var command: Subcommand
  private var options: [OptionSpecification]
  private var used: Set<String> = []
  private var operands = 0
  private var isPastOptions = false
  /// The option whose value comes next.
  private var pending: OptionSpecification?

  init(after words: [String], root: Subcommand) {
    command = root
    options = root.options + root.commonOptions.map(\.specification)
    for word in words { advance(over: word) }
  }

  private mutating func advance(over word: String) {
    if pending != nil {
      pending = nil
    } else if isPastOptions {
      operands += 1
    } else if word == "--" {
      isPastOptions = true
    } else if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      guard let option = option(named: name) else { return }
      used.insert(option.name)
      if case .required = option.argument, !word.contains("=") { pending = option }
    } else if word.hasPrefix("-"), word != "-" {
      advance(overLetters: word.dropFirst())
    } else if operands == 0, let next = command.subcommands.first(where: { $0.name == word }) {
      command = next
      options = next.options + next.commonOptions.map(\.specification)
    } else {
      operands += 1
    }
  }

  private mutating func advance(overLetters letters: Substring) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else { return }
      used.insert(option.name)
      if case .required = option.argument {
        if letters.isEmpty { pending = option }
        return
      }
    }
  }

  private func option(named name: Substring) -> OptionSpecification? {
    options.first { $0.name == name }
      ?? options.first { $0.isNegatable && name == "no-\($0.name)" }
  }

  func answer(
    to word: String, isSplit: Bool, in context: inout CommandContext,
    supplier: CompletionEngine.Supplier
  ) -> [CompletionCandidate] {
    if let pending {
      return values(pending.completion, word, "", in: &context, supplier)
    }
    if !isPastOptions, word.hasPrefix("--"), let equals = word.firstIndex(of: "="),
      let option = option(named: word[..<equals].dropFirst(2))
    {
      let typed = String(word[word.index(after: equals)...])
      let lead = isSplit ? "" : String(word[...equals])
      return values(option.completion, typed, lead, in: &context, supplier)
    }
    if !isPastOptions, word.hasPrefix("-"), word != "-" || operandCompletion == .none {
      return optionNames(word)
    }
    let names = operands == 0 && !isPastOptions ? subcommandNames(word) : []
    return names + values(operandCompletion, word, "", in: &context, supplier)
  }

  /// What the next operand is; a repeatable one takes all that follow.
  private var operandCompletion: Completion {
    let operands = command.specification("").operands
    guard self.operands < operands.count else {
      return operands.last.map { $0.isRepeatable ? $0.completion : .none } ?? .none
    }
    return operands[self.operands].completion
  }

  private func optionNames(_ word: String) -> [CompletionCandidate] {
    options.filter { option in
      !option.isHidden && option.shownName.hasPrefix(word)
        && (option.isRepeatable || !used.contains(option.name))
    }.map { CompletionCandidate($0.shownName, $0.help) }
  }

  private func subcommandNames(_ word: String) -> [CompletionCandidate] {
    command.subcommands.filter { $0.name.hasPrefix(word) && !$0.traits.contains(.isHidden) }
      .map { CompletionCandidate($0.name, $0.specification("").abstract) }
  }

  private func values(
    _ kind: Completion, _ typed: String, _ lead: String, in context: inout CommandContext,
    _ supplier: CompletionEngine.Supplier
  ) -> [CompletionCandidate] {
    let all: [CompletionCandidate]
    switch kind {
    case .none: all = []
    case .words(let words): all = words.map { CompletionCandidate($0) }
    case .files, .directories:
      all = FileCompletion.candidates(
        for: typed, directoriesOnly: kind == .directories, home: context.environment["HOME"])
    case .fields: all = fields(typed)
    case .decks, .cards, .supplied:
      // A failure here must not disturb the line that is being typed.
      all = (try? supplier(CompletionRequest(kind: kind, prefix: typed), &context)) ?? []
    }
    return all.filter { $0.value.hasPrefix(typed) }
      .map { CompletionCandidate(lead + $0.value, $0.description) }
  }

  /// The fields that are not named yet, behind those that are.
  private func fields(_ typed: String) -> [CompletionCandidate] {
    let parts = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let lead = parts.map { "\($0)," }.joined()
    return command.specification("").fields.filter { !parts.contains($0.name[...]) }
      .map { CompletionCandidate(lead + $0.name, $0.type.rawValue) }
  }
}
