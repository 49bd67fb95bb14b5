extension CommandDescription {
  /// What is known of this command without its types, subcommands included.
  /// - Parameter parent: the invocation of the command that this one belongs to; empty at the root.
  func specification(below parent: String) -> CommandSpecification {
    let invocation = parent.isEmpty ? CommandName.invocation(of: name) : "\(parent) \(name)"
    return CommandSpecification(
      invocation: invocation, name: name, abstract: abstract,
      operands: operands.map(\.specification), options: options.map(\.specification),
      commonOptions: commonOptions.map(\.specification), fields: fields,
      subcommands: subcommands.map { $0.specification(invocation) }, isGroup: isGroup,
      isHidden: traits.contains(.isHidden), manual: manual, exitCodes: exitCodes)
  }

  var commonOptions: [CommandOption<CommonOptions>] {
    CommonOptions.options(traits, hasFields: !fields.isEmpty)
  }

  /// The options that `arguments` ask for.
  func options(from arguments: ParsedArguments) throws(UsageError) -> Options {
    var values = Options()
    for (index, occurrence) in arguments.options {
      try options[index].apply(&values, occurrence)
    }
    try bind(arguments.operands, into: &values, command: arguments.invocation)
    return values
  }

  /// Hands the operands out in order; those behind a repeatable one are taken from the end.
  private func bind(
    _ texts: [String], into values: inout Options, command: String
  ) throws(UsageError) {
    let needed = operands.count(where: \.specification.isRequired)
    if texts.count < needed, let missing = firstMissing(texts.count) {
      throw .missingOperand(missing.specification.name, command: command)
    }
    var spare = texts.count - needed
    var rest = texts[...]
    for operand in operands {
      var count = operand.specification.isRequired ? 1 : 0
      if operand.specification.isRepeatable {
        count += spare
      } else if count == 0, spare > 0 {
        count = 1
      }
      spare -= count - (operand.specification.isRequired ? 1 : 0)
      for text in rest.prefix(count) { try operand.apply(&values, text) }
      rest = rest.dropFirst(count)
    }
    if let unexpected = rest.first { throw .unexpectedOperand(unexpected, command: command) }
  }

  /// The required operand that `count` operands do not reach.
  private func firstMissing(_ count: Int) -> CommandOperand<Options>? {
    operands.filter(\.specification.isRequired).dropFirst(count).first
  }
}

/// How the names of programs and what a person types belong together.
enum CommandName {
  /// `flash import` for `flash-import`, `flash` for itself.
  static func invocation(of program: String) -> String {
    guard let dash = program.firstIndex(of: "-") else { return program }
    return program[..<dash] + " " + program[program.index(after: dash)...]
  }
}
