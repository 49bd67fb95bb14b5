import FlashModel

/// The command-line contract as one table of checks that any program of flash is put through.
///
/// A plugin's end-to-end test is one line:
///
///     #expect(try CommandConformance("flash-deck", answering: [["list"]]).violations() == [])
///
/// What is checked comes from the program's own `__options` table, so a new subcommand or option is
/// covered without a change here.
public struct CommandConformance {
  /// What the home holds before each call.
  public typealias Preparation = (inout TestHome) throws -> Void

  let program: String
  let calls: [[String]]
  let dryRuns: [[String]]
  let readsSettings: Bool
  let prepare: Preparation

  /// - Parameters:
  ///   - program: the product's name, such as `flash-deck`.
  ///   - calls: arguments that succeed in the prepared home and print something.
  ///   - dryRuns: arguments that change something; with `-n` they must not.
  ///   - readsSettings: whether `calls` read the settings, so that a broken file ends them.
  public init(
    _ program: String, answering calls: [[String]], dryRuns: [[String]] = [],
    readsSettings: Bool = true, prepare: @escaping Preparation = { _ in }
  ) {
    self.program = program
    self.calls = calls
    self.dryRuns = dryRuns
    self.readsSettings = readsSettings
    self.prepare = prepare
  }

  /// Everything that the program does against the contract, each with the call that shows it.
  public func violations() throws -> [String] {
    try withHome { home in
      let table = try OptionTable(program: program, in: home)
      var found = table.violations
      found += try helpViolations(table, home)
      found += try usageViolations(table, home)
      found += try pageViolations(table, home)
      for call in calls {
        found += try streamViolations(call, home)
        found += try environmentViolations(call, &home)
        found += try jsonViolations(call, table, home)
        if readsSettings { found += try settingsViolations(call) }
      }
      for call in dryRuns { found += try dryRunViolations(call) }
      return found
    }
  }

  func withHome<Result>(_ body: (inout TestHome) throws -> Result) throws -> Result {
    try TestHome.with { home in
      try prepare(&home)
      return try body(&home)
    }
  }

  /// `call: what` if `isRight` is false.
  func check(_ isRight: Bool, _ call: [String], _ what: String) -> [String] {
    isRight ? [] : ["\(program) \(call.joined(separator: " ")): \(what)"]
  }
}
