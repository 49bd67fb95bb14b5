/// A command's page, independent of how it is set: the mdoc page and the text of `--help` are two
/// renderings of it, so they cannot differ.
struct ManualPage {
  struct Section {
    var title: String
    var blocks: [Block]
  }

  /// `flash-import`.
  var name: String
  /// Of the manual: 1 for a command, 5 for a file, 7 for anything else.
  var number = 1
  var invocation: String
  var abstract: String
  var sections: [Section] = []

  /// A page of given sections.
  init(name: String, number: Int, invocation: String, abstract: String, sections: [Section]) {
    self.name = name
    self.number = number
    self.invocation = invocation
    self.abstract = abstract
    self.sections = sections
  }

  /// The page of a program with all its subcommands, or of one subcommand.
  init(_ command: CommandSpecification) {
    name = command.invocation.split(separator: " ").joined(separator: "-")
    invocation = command.invocation
    abstract = command.abstract
    let manual = command.everyManual
    add("SYNOPSIS", [.synopsis(command.synopses)])
    add("DESCRIPTION", Self.description(command) + Self.commonOptions(command))
    add("ENVIRONMENT", [.terms(Self.environment(command, manual))])
    add("FILES", [.terms(Self.files(command, manual))])
    add(
      "EXIT STATUS",
      [.terms(Self.exitCodes(command)), .paragraph(Markup.inlines(Self.signalText))])
    add("EXAMPLES", manual.flatMap(\.examples).flatMap(Self.example))
    add("DIAGNOSTICS", manual.flatMap { Markup.blocks($0.diagnostics) })
    add("SEE ALSO", Self.seeAlso(command, manual))
    add("STANDARDS", manual.flatMap { Markup.blocks($0.standards) })
    add("CAVEATS", manual.flatMap { Markup.blocks($0.caveats) })
    add("BUGS", manual.flatMap { Markup.blocks($0.bugs) })
  }

  private mutating func add(_ title: String, _ blocks: [Block]) {
    let filled = blocks.filter { $0 != .terms([]) }
    if !filled.isEmpty { sections.append(Section(title: title, blocks: filled)) }
  }

  private static let signalText =
    "A command that a signal ended raises it again, so that a shell sees 128 and its number."

  private static func description(_ command: CommandSpecification) -> [Block] {
    var blocks = Markup.blocks(command.manual.description)
    if blocks.isEmpty { blocks = [.paragraph([.text(command.abstract.asSentence)])] }
    blocks += details(command)
    let subcommands = command.subcommands.filter { !$0.isHidden }
    for subcommand in subcommands {
      blocks.append(.heading(subcommand.invocation))
      blocks += description(subcommand)
    }
    return blocks
  }

  /// Operands, own options by their groups, and the fields of `--json`.
  private static func details(_ command: CommandSpecification) -> [Block] {
    var blocks: [Block] = []
    let operands = command.operands.map { operand in
      Block.Term(label: .argument(operand.name), body: Markup.inlines(operand.help.asSentence))
    }
    if !operands.isEmpty { blocks.append(.terms(operands)) }
    let shown = command.options.filter { !$0.isHidden }
    var groups: [String?] = []
    for option in shown where !groups.contains(option.group) { groups.append(option.group) }
    for group in groups {
      let lead = group.map { "\($0):" } ?? "The options are:"
      blocks.append(.paragraph([.text(lead)]))
      blocks.append(.terms(shown.filter { $0.group == group }.map(term)))
    }
    if !command.fields.isEmpty {
      let names = command.fields.map { "`\($0.name)`" }.joined(separator: ", ")
      blocks.append(.paragraph(Markup.inlines("The fields of `--json` are \(names).")))
    }
    return blocks
  }

  private static func term(_ option: OptionSpecification) -> Block.Term {
    let text =
      option.details.isEmpty
      ? option.help.asSentence : "\(option.help.asSentence) \(option.details)"
    return Block.Term(label: .option(option), body: Markup.inlines(text))
  }

  private static func commonOptions(_ command: CommandSpecification) -> [Block] {
    let options = command.everyCommonOption
    return [.heading("Common options"), .terms(options.filter { !$0.isHidden }.map(term))]
  }

  private static func environment(
    _ command: CommandSpecification, _ manual: [Manual]
  ) -> [Block.Term] {
    let usesStore = command.everyCommonOption.contains { $0.name == "store" }
    return (manual.flatMap(\.environment) + CommonManual.environment(usesStore: usesStore)).map {
      Block.Term(label: .variable($0.term), body: Markup.inlines($0.text))
    }
  }

  private static func files(_ command: CommandSpecification, _ manual: [Manual]) -> [Block.Term] {
    let usesStore = command.everyCommonOption.contains { $0.name == "store" }
    return (manual.flatMap(\.files) + CommonManual.files(usesStore: usesStore)).map {
      Block.Term(label: .path($0.term), body: Markup.inlines($0.text))
    }
  }

  private static func exitCodes(_ command: CommandSpecification) -> [Block.Term] {
    let always: [ExitCode] = [.success, .failure, .usage, .bug, .readOrWrite, .badConfiguration]
    let codes = Set(always + command.everyExitCode)
    let texts = command.everyManual.reduce(into: [ExitCode: String]()) { all, manual in
      all.merge(manual.exitCodes) { first, _ in first }
    }
    return codes.union(texts.keys).sorted { $0.rawValue < $1.rawValue }.map { code in
      Block.Term(
        label: .number("\(code.rawValue)"),
        body: Markup.inlines((texts[code] ?? code.meaning).asSentence))
    }
  }

  static func example(_ example: Manual.Example) -> [Block] {
    [
      .paragraph(Markup.inlines(example.says)),
      .literal(
        example.command.split(separator: "\n").enumerated().map { index, line in
          index == 0 ? "$ \(line)" : String(line)
        }),
    ]
  }

  private static func seeAlso(_ command: CommandSpecification, _ manual: [Manual]) -> [Block] {
    let own = command.invocation.split(separator: " ").prefix(2).joined(separator: "-") + "(1)"
    let pages = Set(manual.flatMap(\.seeAlso) + ["flash(1)", "flash-config(5)"])
      .subtracting([own]).sorted { ($0.suffix(2), $0) < ($1.suffix(2), $1) }
    return [.paragraph(Markup.inlines(pages.map { "`\($0)`" }.joined(separator: ", ")))]
  }
}

extension String {
  /// A help line as a sentence: first letter raised, full stop added.
  var asSentence: String {
    guard let first else { return self }
    let raised = first.isLowercase ? first.uppercased() + dropFirst() : self
    return raised.hasSuffix(".") || raised.hasSuffix(":") ? raised : raised + "."
  }
}
