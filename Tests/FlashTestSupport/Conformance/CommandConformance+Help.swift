import FlashModel

extension CommandConformance {
  /// `-h`, `--help`, `--version` and the summary, of the program and each subcommand.
  func helpViolations(_ table: OptionTable, _ home: TestHome) throws -> [String] {
    var found: [String] = []
    for command in table.commands {
      let short = command.path + ["--bogus", "-h"]
      let usage = try home.run(program, short)
      let lines = usage.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      found += check(usage.code == 0 && usage.errors.isEmpty, short, "does not answer quietly")
      found += check((1...25).contains(lines), short, "\(lines) lines")
      let long = command.path + ["--help"]
      let help = try home.run(program, long)
      found += check(help.code == 0 && help.errors.isEmpty, long, "does not answer quietly")
      for option in table.options(of: command.path) {
        found += check(help.output.names(option.name), long, "does not name \(option.name)")
      }
      let version = try home.run(program, command.path + ["--version"])
      found += check(
        version.code == 0 && version.output.hasPrefix("\(program) "), command.path + ["--version"],
        "is not the program's version")
    }
    let summary = try home.run(program, ["--flash-summary"]).output
    found += check(
      summary == "\(table.commands.first?.help ?? "")\n", ["--flash-summary"], "not the abstract")
    return found
  }

  /// Wrong options: exit 64, the near one named; `--` before a name that looks like an option.
  func usageViolations(_ table: OptionTable, _ home: TestHome) throws -> [String] {
    var found: [String] = []
    for command in table.commands {
      for option in table.options(of: command.path) {
        let call = command.path + [option.name + "z"]
        let wrong = try home.run(program, call)
        found += check(wrong.code == 64, call, "ends with \(wrong.status), not 64")
        found += check(
          wrong.errors.hasPrefix("\(program): ") && wrong.errors.contains("'\(option.name)'"), call,
          "does not name \(option.name)")
        found += check(wrong.output.isEmpty, call, "writes to standard output")
      }
      let fields = table.fields(of: command.path)
      if !fields.isEmpty {
        let call = command.path + ["--json=no_such_field"]
        let wrong = try home.run(program, call)
        found += check(
          wrong.code == 64 && wrong.isJSONError, call, "is no usage error in JSON")
        let help = try home.run(program, command.path + ["--json=help"])
        let names = help.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        found += check(names == fields, command.path + ["--json=help"], "is not the field list")
      }
      if table.takesOperands(command.path) {
        let call = command.path + ["--", "--odd-name"]
        let odd = try home.run(program, call)
        found += check(
          !odd.errors.contains("unknown option") && odd.code != nil, call, "takes it for an option")
      }
    }
    return found
  }

  /// The manual page passes mandoc and names what completion names.
  func pageViolations(_ table: OptionTable, _ home: TestHome) throws -> [String] {
    let page = try home.run(program, ["__manual"]).output
    try home.folder.write(page, to: "page.1")
    let lint = try Executable(path: "/usr/bin/mandoc").run(
      ["-Tlint", "-Wwarning", home.folder.path(of: "page.1")])
    var found = check(lint.output.isEmpty && lint.code == 0, ["__manual"], lint.output)
    for command in table.commands {
      let completed = try home.run(program, ["__complete", "--"] + command.path + ["--"]).output
        .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      for option in table.options(of: command.path) {
        let bare = option.name.dropFirst(2)
        found += check(
          completed.contains(option.name), ["__complete"] + command.path, "lacks \(option.name)")
        found += check(
          ["Fl -[no-]\(bare)\n", "Fl -\(bare)\n", "Fl -\(bare) Ns"].contains { page.contains($0) },
          ["__manual"], "lacks \(option.name)")
      }
    }
    return found
  }
}

extension String {
  /// Whether help names the option, also as `--[no-]name` or with its value.
  fileprivate func names(_ option: String) -> Bool {
    let bare = option.dropFirst(2)
    return ["--[no-]\(bare)\n", "\(option)\n", "\(option)=", "\(option)["].contains { contains($0) }
  }
}

extension ProcessOutcome {
  /// Whether standard error is the one line that scripts are promised.
  var isJSONError: Bool {
    guard errors.hasSuffix("\n"), errors.split(separator: "\n").count == 1,
      let value = try? JSONValue(parsing: Array(errors.utf8.dropLast())), let code
    else { return false }
    return value["exit"] == .integer(Int64(code)) && value["error"]?["code"] != nil
  }
}
