extension CommandSpecification {
  /// This command and all visible ones below it, in order.
  var tree: [CommandSpecification] {
    [self] + subcommands.filter { !$0.isHidden }.flatMap(\.tree)
  }

  var everyManual: [Manual] { tree.map(\.manual) }

  var everyExitCode: [ExitCode] { tree.flatMap(\.exitCodes) }

  /// The common options of any command of the tree, each once; output first, `--version` last.
  var everyCommonOption: [OptionSpecification] {
    var all: [OptionSpecification] = []
    let order = ["json", "jq", "template", "null", "store"]
    let options = tree.flatMap(\.commonOptions)
    for name in order {
      if let option = options.first(where: { $0.name == name }) { all.append(option) }
    }
    for option in options where !all.contains(where: { $0.name == option.name }) {
      all.append(option)
    }
    return all
  }

  /// The ways to call this command and those below it.
  var synopses: [Block.Synopsis] {
    let below = subcommands.filter { !$0.isHidden }.flatMap(\.synopses)
    return isGroup ? below : [synopsis] + below
  }

  /// The way to call this very command.
  var synopsis: Block.Synopsis {
    guard !isGroup else {
      return Block.Synopsis(
        invocation: invocation, letters: "", options: [], operands: [], placeholder: "COMMAND ...")
    }
    let shown = options.filter { !$0.isHidden }
    let letters = shown.filter { $0.isNegatable }.compactMap(\.short)
    let others = shown.filter { !($0.isNegatable && $0.short != nil) }
    let json = commonOptions.filter { $0.name == "json" }
    let tooMany = others.count > 6
    return Block.Synopsis(
      invocation: invocation, letters: String(letters.sorted()),
      options: tooMany ? json : others + json, operands: operands,
      placeholder: tooMany ? "[option ...]" : nil)
  }
}

extension Block.Synopsis {
  /// The bracketed words behind the invocation, none of them to be broken.
  var words: [String] {
    var words: [String] = []
    if !letters.isEmpty { words.append("[-\(letters)]") }
    words += options.map { option in
      switch (option.argument, option.short) {
      case (.required(let value), .some(let short)): "[-\(short) \(value)]"
      case (.required(let value), nil): "[--\(option.name)=\(value)]"
      case (.optional(let value), _): "[--\(option.name)[=\(value)]]"
      case (.flag, _), (.action, _): "[\(option.shownName)]"
      }
    }
    if let placeholder { words.append(placeholder) }
    return words + operands.map(\.label)
  }
}
