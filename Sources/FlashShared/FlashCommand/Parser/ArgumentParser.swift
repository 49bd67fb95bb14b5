internal import FlashModel

/// Sorts arguments by the POSIX rules: grouped letters, attached values, `--`, options after
/// operands, no abbreviations. It only records; nothing is read into types here.
struct ArgumentParser {
  private var parsed: ParsedArguments
  private var rest: ArraySlice<String>
  /// Common options that were given, by name; they are read by the last command of the path.
  private var common: [(name: String, written: String, occurrence: OptionOccurrence)] = []

  private init(_ root: Subcommand, _ arguments: [String]) {
    parsed = ParsedArguments(command: root, invocation: CommandName.invocation(of: root.name))
    rest = arguments[...]
  }

  static func parse(_ arguments: [String], for root: Subcommand) -> ParsedArguments {
    var parser = ArgumentParser(root, arguments)
    parser.parse()
    return parser.parsed
  }

  private mutating func parse() {
    while let argument = rest.popFirst() {
      do throws(UsageError) {
        if argument == "--" {
          parsed.operands += rest
          rest = []
        } else if argument.hasPrefix("--") {
          try long(argument)
        } else if argument.hasPrefix("-"), argument != "-" {
          try short(argument)
        } else {
          try word(argument)
        }
      } catch {
        note(error)
      }
    }
    applyCommon()
  }

  private mutating func note(_ error: UsageError) {
    if parsed.error == nil { parsed.error = error }
  }

  /// An operand, or the name of a subcommand if it is the first.
  private mutating func word(_ text: String) throws(UsageError) {
    let command = parsed.command
    guard parsed.operands.isEmpty, !command.subcommands.isEmpty else {
      parsed.operands.append(text)
      return
    }
    if let next = command.subcommands.first(where: { $0.name == text }) {
      let invocation = "\(parsed.invocation) \(text)"
      let given = parsed.options
      parsed.command = next
      parsed.invocation = invocation
      parsed.options = []
      if let first = given.first {
        throw .misplacedOption(command.options[first.index].shownName, command: invocation)
      }
    } else if command.isGroup {
      // What follows belongs to a command that there is not; only help may still be asked for.
      rest = rest.filter { ["-h", "--help"].contains($0) }[...]
      throw .unknownSubcommand(
        text,
        near: NearNames.of(
          text, among: command.subcommands.filter { !$0.traits.contains(.isHidden) }.map(\.name)),
        command: parsed.invocation)
    } else {
      parsed.operands.append(text)
    }
  }

  private mutating func long(_ argument: String) throws(UsageError) {
    let body = argument.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    let value = equals.map { String(body[body.index(after: $0)...]) }
    if let option = find({ $0.name == name }) {
      try take(option, written: "--\(name)", attached: value)
    } else if name.hasPrefix("no-"),
      let option = find({ $0.isNegatable && $0.name == name.dropFirst(3) })
    {
      guard value == nil else { throw .unexpectedValue(option: "--\(name)") }
      record(option, .off, written: "--\(name)")
    } else {
      throw unknown("--\(name)")
    }
  }

  private mutating func short(_ argument: String) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = find({ $0.short == letter }) else { throw unknown("-\(letter)") }
      switch option.specification.argument {
      case .flag: record(option, .on, written: "-\(letter)")
      // The short form of an action is told apart: '-h' is not '--help'.
      case .action: record(option, .off, written: "-\(letter)")
      case .optional: record(option, .on, written: "-\(letter)")
      case .required:
        try take(option, written: "-\(letter)", attached: letters.isEmpty ? nil : String(letters))
        return
      }
    }
  }

  private mutating func take(
    _ option: Found, written: String, attached: String?
  ) throws(UsageError) {
    switch option.specification.argument {
    case .flag, .action:
      guard attached == nil else { throw .unexpectedValue(option: written) }
      record(option, .on, written: written)
    case .optional:
      record(option, attached.map(OptionOccurrence.value) ?? .on, written: written)
    case .required(let name):
      guard let value = attached ?? rest.popFirst() else {
        throw .missingValue(option: written, name: name)
      }
      record(option, .value(value), written: written)
    }
  }

  /// An option of the command at hand: its own by place, a common one by name.
  private struct Found {
    var specification: OptionSpecification
    var index: Int?
  }

  private func find(_ matches: (OptionSpecification) -> Bool) -> Found? {
    let command = parsed.command
    if let index = command.options.firstIndex(where: matches) {
      return Found(specification: command.options[index], index: index)
    }
    return command.commonOptions.lazy.map(\.specification).first(where: matches)
      .map { Found(specification: $0, index: nil) }
  }

  private mutating func record(_ option: Found, _ occurrence: OptionOccurrence, written: String) {
    if let index = option.index {
      parsed.options.append((index, occurrence))
    } else {
      common.append((option.specification.name, written, occurrence))
    }
  }

  private func unknown(_ written: String) -> UsageError {
    let command = parsed.command
    let known = command.options + command.commonOptions.map(\.specification)
    let near =
      written.hasPrefix("--")
      ? NearNames.of(
        String(written.dropFirst(2)),
        among: known.filter { !$0.isHidden }.map { String($0.shownName.dropFirst(2)) }
      ).map { "--\($0)" } : []
    return .unknownOption(written, near: near, command: parsed.invocation)
  }

  private mutating func applyCommon() {
    for (name, written, occurrence) in common {
      guard
        let option = parsed.command.commonOptions.first(where: { $0.specification.name == name })
      else {
        note(unknown(written))
        continue
      }
      do throws(UsageError) {
        try option.apply(&parsed.common, occurrence)
      } catch {
        note(error)
      }
    }
  }
}
