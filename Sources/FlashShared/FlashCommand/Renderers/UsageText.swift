/// What `-h` prints: examples, the synopsis, the options, in at most 25 lines.
struct UsageText {
  static let lineLimit = 25
  private let command: CommandSpecification

  init(_ command: CommandSpecification) { self.command = command }

  var text: String {
    let head = examples + synopsis
    let foot = self.foot
    var body = self.body
    let room = Self.lineLimit - head.count - foot.count
    if body.count > room {
      let hidden = body.count - room + 1
      body = body.prefix(room - 1) + ["  ... and \(hidden) more"]
    }
    return (head + body + foot).joined(separator: "\n") + "\n"
  }

  /// The command's examples, or those of its subcommands; at most three.
  private var examples: [String] {
    let all = command.everyManual.flatMap(\.examples).filter { !$0.command.contains("\n") }
    guard !all.isEmpty else { return [] }
    return all.prefix(3).map { "  $ \($0.command)" } + [""]
  }

  private var synopsis: [String] {
    var words = [command.invocation]
    if command.options.contains(where: { !$0.isHidden }) { words.append("[options]") }
    if command.isGroup {
      words.append("COMMAND ...")
    } else {
      words += command.operands.map(\.label)
    }
    return ["usage: \(words.joined(separator: " "))", "  \(command.abstract)"]
  }

  private var body: [String] {
    let operands = command.operands.map { ($0.name, $0.help) }
    let subcommands = command.subcommands.filter { !$0.isHidden }.map { ($0.name, $0.abstract) }
    let options = command.options.filter { !$0.isHidden }.map { ($0.label, $0.help) }
    return [operands, subcommands, options].filter { !$0.isEmpty }.flatMap {
      [""] + Self.columns($0)
    }
  }

  /// Two columns; a label that is too wide pushes its text to the right.
  private static func columns(_ rows: [(label: String, text: String)]) -> [String] {
    let width = min(26, rows.map(\.label.count).max() ?? 0)
    return rows.map { label, text in
      "  \(label)\(String(repeating: " ", count: max(0, width - label.count)))  \(text)"
    }
  }

  private var foot: [String] {
    let common = command.commonOptions.filter { !$0.isHidden && $0.name != "help" }
      .map { $0.short.map { "-\($0)" } ?? $0.shownName }
    return ["", "also: \(common.joined(separator: " "))", "more: \(command.invocation) --help"]
  }
}
