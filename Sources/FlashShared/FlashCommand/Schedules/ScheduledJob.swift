/// A command of ours that the machine is to run again and again.
public struct ScheduledJob: Hashable, Sendable {
  /// The name of its unit, and the mark of its lines in a crontab: `flash-remind`.
  public let name: String
  /// What it is for, in one line.
  public let summary: String
  /// The command that schedules it, named in the unit files: `flash study remind schedule`.
  public let origin: String
  /// The program's absolute path, and its arguments.
  public let command: [String]
  /// Variables to be set for it, sorted by name.
  public let variables: [Variable]
  public let times: ScheduleTimes

  public struct Variable: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  /// A job of this program, which finds the same files as this process does: neither cron nor
  /// systemd passes on the variables that led here.
  /// - Parameters:
  ///   - arguments: of this program.
  ///   - program: its path; nil for that of this process.
  /// - Throws: ``ScheduleError/badText(_:)`` for a path with a line break in it.
  public init(
    _ name: String, summary: String, origin: String, program: String? = nil,
    arguments: [String], times: ScheduleTimes, in context: CommandContext
  ) throws(ScheduleError) {
    self.name = name
    self.summary = summary
    self.origin = origin
    self.times = times
    var command = [program ?? ProcessFacts.executable ?? context.program] + arguments
    if let store = context.common.storePath {
      // Options end where operands that may look like one begin.
      let end = command.firstIndex(of: "--") ?? command.endIndex
      command.insert("--store=" + Self.absolute(store, in: context), at: end)
    }
    self.command = command
    let carried = ["FLASH_STORE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]
    variables = carried.compactMap { name in
      guard let value = context.environment.nonEmpty(name) else { return nil }
      return Variable(
        name: name, value: name == "FLASH_STORE" ? Self.absolute(value, in: context) : value)
    }
    for text in command + variables.map(\.value) where text.contains(where: \.isNewline) {
      throw .badText(text)
    }
  }

  private static func absolute(_ path: String, in context: CommandContext) -> String {
    path.hasPrefix("/") ? path : context.workingDirectory + "/" + path
  }
}
