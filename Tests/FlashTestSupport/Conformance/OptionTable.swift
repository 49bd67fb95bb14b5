/// What a program says of its commands and options: the answer to `__options`.
struct OptionTable {
  struct Row {
    /// The words behind the program's name: `["topic", "add"]`.
    let path: [String]
    let kind: String
    let name: String
    let letter: String
    let argument: String
    let help: String
  }

  let rows: [Row]

  init(program: String, in home: TestHome) throws {
    let table = try home.run(program, ["__options"]).output
    rows = table.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 6 else { return nil }
      let words = columns[0].split(separator: " ").map(String.init)
      return Row(
        path: Array(words.dropFirst(program == "flash" ? 1 : 2)), kind: columns[1],
        name: columns[2], letter: columns[3], argument: columns[4], help: columns[5])
    }
  }

  var commands: [Row] { rows.filter { $0.kind == "command" } }

  func options(of path: [String]) -> [Row] {
    rows.filter { $0.kind == "option" && $0.path == path }
  }

  func fields(of path: [String]) -> [String] {
    rows.filter { $0.kind == "field" && $0.path == path }.map(\.name)
  }

  func takesOperands(_ path: [String]) -> Bool {
    rows.contains { $0.kind == "operand" && $0.path == path }
  }

  /// Letters that mean the same in all commands.
  static let letters = [
    "-h": "--help", "-n": "--dry-run", "-q": "--quiet", "-v": "--verbose", "-y": "--yes",
    "-f": "--force", "-o": "--output", "-d": "--deck", "-0": "--null",
  ]

  /// What is wrong with the table itself: letters, doubles, the form of texts.
  var violations: [String] {
    var found = commands.isEmpty ? ["__options: names no command"] : []
    for command in commands {
      let place = command.path.joined(separator: " ")
      let options = options(of: command.path)
      found += Self.letterViolations(options).map { "\(place): \($0)" }
      for name in ["--quiet", "--verbose", "--color", "--no-input", "--help", "--version"]
      where !options.contains(where: { $0.name == name }) {
        found.append("\(place): lacks \(name)")
      }
      for row in [command] + options where !row.help.isHelpLine {
        found.append("\(place) \(row.name): not a line in lower case: '\(row.help)'")
      }
    }
    return found
  }

  private static func letterViolations(_ options: [Row]) -> [String] {
    var found: [String] = []
    for option in options {
      for (letter, name) in letters where (option.letter == letter) != (option.name == name) {
        found.append("\(letter) and \(name) belong together, not with \(option.name)")
      }
      let doubles = options.count { $0.name == option.name }
      let letterDoubles = options.count { !$0.letter.isEmpty && $0.letter == option.letter }
      if doubles > 1 || letterDoubles > 1 { found.append("\(option.name) is there twice") }
    }
    return found
  }
}

extension String {
  /// Lower case unless a name begins it, no full stop, short enough for a line of `-h`.
  fileprivate var isHelpLine: Bool {
    guard let first else { return false }
    return !first.isUppercase || dropFirst().first?.isUppercase == true
      ? !hasSuffix(".") && count <= 64 : false
  }
}
