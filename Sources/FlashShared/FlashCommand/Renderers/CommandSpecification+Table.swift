extension CommandSpecification {
  /// The command tree as lines of tab-separated columns, for tests that hold help, page and
  /// completion together: invocation, what it is, name, letter, argument, help.
  var table: String {
    var rows: [[String]] = []
    for command in tree {
      rows.append([command.invocation, "command", command.name, "", "", command.abstract])
      for operand in command.operands {
        rows.append([command.invocation, "operand", operand.label, "", "", operand.help])
      }
      for option in command.shownOptions {
        rows.append([
          command.invocation, "option", option.shownName, option.short.map { "-\($0)" } ?? "",
          option.argumentWord, option.help,
        ])
      }
      for field in command.fields {
        rows.append([command.invocation, "field", field.name, "", field.type.rawValue, ""])
      }
    }
    return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
  }
}

extension OptionSpecification {
  fileprivate var argumentWord: String {
    switch argument {
    case .flag: "flag"
    case .action: "action"
    case .required(let name): name
    case .optional(let name): "[\(name)]"
    }
  }
}
