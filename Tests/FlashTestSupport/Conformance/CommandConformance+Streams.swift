import FlashModel

extension CommandConformance {
  /// Closed, full and broken streams.
  func streamViolations(_ call: [String], _ home: TestHome) throws -> [String] {
    let usual = try home.run(program, call)
    var found = check(usual.code == 0, call, "ends with \(usual.status): \(usual.errors)")
    found += check(!usual.output.isEmpty, call, "prints nothing")
    let noInput = try home.run(program, call, input: .file("/dev/null"))
    found += check(noInput.output == usual.output, call, "differs with </dev/null")
    let closedInput = try home.run(program, call, input: .closed)
    found += check(closedInput.output == usual.output, call, "differs with <&-")
    let closedErrors = try home.run(program, call, errors: .closed)
    found += check(closedErrors.output == usual.output, call, "differs with 2>&-")
    let closedOutput = try home.run(program, call, output: .closed)
    found += check(closedOutput.code == 0, call, "ends with \(closedOutput.status) with >&-")
    let full = try home.run(program, call, output: .file("/dev/full"))
    found += check(full.code == 74, call, "ends with \(full.status) with >/dev/full")
    found += check(full.errors.hasPrefix("\(program): "), call, "does not tell of >/dev/full")
    for ignored in [false, true] {
      let broken = try home.run(
        program, call, output: .brokenPipe, ignoringBrokenPipe: ignored)
      found += check(
        broken.status == .signaled(13) && broken.errors.isEmpty, call,
        "ends with \(broken.status) into a broken pipe: \(broken.errors)")
    }
    return found
  }

  /// Environments that a terminal, cron or a script may have.
  func environmentViolations(_ call: [String], _ home: inout TestHome) throws -> [String] {
    let usual = home.environment
    defer { home.environment = usual }
    let answer = try home.run(program, call).output
    var found: [String] = []
    let changes = [
      ["TERM": "dumb"], ["TERM": ""], ["NO_COLOR": "1"], ["LC_ALL": "C"], ["LC_ALL": "C.UTF-8"],
      ["COLUMNS": "20"], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1", "TERM": "xterm"],
    ]
    for change in changes {
      home.environment = usual.merging(change) { $1 }
      let result = try home.run(program, call)
      found += check(result.code == 0, call, "ends with \(result.status) with \(change)")
      found += check(!result.outputBytes.contains(0x1B), call, "writes escapes with \(change)")
      if change["COLUMNS"] == nil {
        found += check(result.output == answer, call, "answers otherwise with \(change)")
      }
    }
    home.environment = usual.merging(["CLICOLOR_FORCE": "1", "TERM": "xterm"]) { $1 }
    found += check(try home.run(program, call).code == 0, call, "fails with CLICOLOR_FORCE")
    home.environment = usual.filter { ["HOME", "FLASH_NOW"].contains($0.key) }
    home.environment["PATH"] = "/usr/bin:/bin"
    let bare = try home.run(program, call)
    found += check(bare.code == 0, call, "ends with \(bare.status) with env -i: \(bare.errors)")
    return found
  }

  /// `--json`: each line an object with the fields that were promised, in their order.
  func jsonViolations(
    _ call: [String], _ table: OptionTable, _ home: TestHome
  ) throws -> [String] {
    guard
      let command = table.commands.filter({ call.starts(with: $0.path) })
        .max(by: { $0.path.count < $1.path.count })
    else { return [] }
    let fields = table.fields(of: command.path)
    guard !fields.isEmpty else { return [] }
    let json = call + ["--json"]
    let result = try home.run(program, json)
    var found = check(result.code == 0 && result.errors.isEmpty, json, result.errors)
    found += check(result.output.isEmpty || result.output.hasSuffix("\n"), json, "lacks its end")
    for line in result.output.split(separator: "\n") {
      guard case .object(let members)? = try? JSONValue(parsing: Array(line.utf8)) else {
        found += check(false, json, "is no object: \(line)")
        continue
      }
      found += check(members.map(\.key) == fields, json, "has other fields: \(line)")
    }
    let reversed = Array(fields.reversed())
    let some = call + ["--json=\(reversed.joined(separator: ","))"]
    for line in try home.run(program, some).output.split(separator: "\n") {
      guard case .object(let members)? = try? JSONValue(parsing: Array(line.utf8)) else { continue }
      found += check(members.map(\.key) == reversed, some, "has another order")
    }
    return found
  }

  /// A broken settings file ends the command with 78 and its place.
  func settingsViolations(_ call: [String]) throws -> [String] {
    try withHome { home in
      try home.folder.write("[study]\n  new = 10\n[broken\n", to: ".config/flash/config")
      let result = try home.run(program, call)
      return check(
        result.code == 78 && result.errors.contains("config:3"), call,
        "ends with \(result.status) over a broken config: \(result.errors)")
    }
  }

  /// With `-n` no byte of the home changes.
  func dryRunViolations(_ call: [String]) throws -> [String] {
    try withHome { home in
      let before = try home.folder.snapshot()
      let dry = call + ["-n"]
      let result = try home.run(program, dry)
      let after = try home.folder.snapshot()
      return check(result.code == 0, dry, "ends with \(result.status): \(result.errors)")
        + check(before == after, dry, "changes \(before.changes(to: after))")
    }
  }
}

extension [String: [UInt8]] {
  fileprivate func changes(to other: [String: [UInt8]]) -> [String] {
    Set(keys).union(other.keys).filter { self[$0] != other[$0] }.sorted()
  }
}
