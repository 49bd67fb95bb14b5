/// A command in a `console` block of a document, and what it is said to print.
struct ConsoleStep: Hashable {
  /// What stands after `$ `, lines that go on with `\` included; nil for a line that is a comment.
  var command: String?
  /// The line or lines as they stand.
  var prompt: String
  /// What follows it, each line ended.
  var output: String
}

/// A document cut into its `console` blocks and what is between them.
struct ConsoleDocument {
  enum Part: Hashable {
    case prose(String)
    case session([ConsoleStep])
  }

  var parts: [Part] = []

  init(_ text: String) {
    var prose = ""
    var session: [ConsoleStep]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      guard var steps = session else {
        prose += line + "\n"
        if line == "```console" {
          parts.append(.prose(prose))
          prose = ""
          session = []
        }
        continue
      }
      if line == "```" {
        parts.append(.session(steps))
        session = nil
        prose = line + "\n"
        continue
      }
      ConsoleDocument.add(line, to: &steps)
      session = steps
    }
    // The last line ended with the newline that was split at.
    parts.append(.prose(String(prose.dropLast())))
  }

  private static func add(_ line: String, to steps: inout [ConsoleStep]) {
    if let last = steps.last, last.output.isEmpty, last.prompt.hasSuffix("\\") {
      steps[steps.count - 1].prompt += "\n" + line
      steps[steps.count - 1].command? += "\n" + line
    } else if line.hasPrefix("$ ") {
      let command = String(line.dropFirst(2))
      steps.append(
        ConsoleStep(command: command.hasPrefix("#") ? nil : command, prompt: line, output: ""))
    } else if !steps.isEmpty {
      steps[steps.count - 1].output += line + "\n"
    }
  }

  /// The text again.
  var text: String {
    parts.map { part in
      switch part {
      case .prose(let text): text
      case .session(let steps): steps.map { $0.prompt + "\n" + $0.output }.joined()
      }
    }.joined()
  }

  /// The lines of the `sh` blocks below the heading `## TITLE`, comments left out.
  static func shellLines(of text: String, under title: String) -> [String] {
    var isUnder = false
    var isShell = false
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { isUnder = line == "## \(title)" }
      if line.hasPrefix("```") {
        isShell = line == "```sh" && isUnder
        continue
      }
      if isShell, !line.hasPrefix("#") { lines.append(String(line)) }
    }
    return lines
  }
}
