/// Jobs as timers of this person's systemd.
public struct TimerSchedule: Sendable {
  private let folder: String
  private let systemctl: Tool

  /// - Returns: nil where there is no systemctl.
  /// - Throws: ``ConfigurationError/homeUnknown``.
  init?(in context: CommandContext) throws(ConfigurationError) {
    guard var systemctl = Tool("systemctl", in: context.environment) else { return nil }
    systemctl.environment.merge(context.environment.sessionVariables) { own, _ in own }
    self.systemctl = systemctl
    folder = try context.paths.units
  }

  /// Whether a manager of this person runs, and can be asked.
  var answer: Result<Void, ToolFailure> {
    Result { () throws(ToolFailure) in try systemctl.insist(["--user", "show-environment"]) }
      .map { _ in }
  }

  func path(of file: String) -> String { "\(folder)/\(file)" }

  /// The files of a job, the one that the other one needs first.
  func files(_ job: ScheduledJob) -> [(name: String, text: String)] {
    let units = TimerUnits(job)
    return [("\(job.name).service", units.service), ("\(job.name).timer", units.timer)]
  }

  /// - Returns: whether anything changed.
  func install(_ job: ScheduledJob) throws -> Bool {
    let files = files(job)
    let before = try files.map { file in try contents(of: path(of: file.name)) }
    for (file, text) in zip(files, before) {
      if let text, !TimerUnits.areOurs(text) {
        throw ScheduleError.notOurs(path: path(of: file.name))
      }
    }
    var isChanged = false
    for (file, text) in zip(files, before) where text != Array(file.text.utf8) {
      try write(file.text, to: path(of: file.name))
      isChanged = true
    }
    let timer = "\(job.name).timer"
    let wasOn = systemctl.ask(["--user", "is-active", timer]).isSuccess
    do {
      try systemctl.insist(["--user", "daemon-reload"])
      try systemctl.insist(["--user", "enable", timer])
      // A timer that runs goes on by its old times until it is started anew.
      try systemctl.insist(["--user", "restart", timer])
    } catch {
      // What is told is this failure; a file that stays in spite of it does nothing by itself.
      for (file, text) in zip(files, before) where text == nil {
        _ = try? FileContents.remove(path(of: file.name))
      }
      throw error
    }
    return isChanged || !wasOn
  }

  /// - Returns: whether the job was there.
  static func remove(_ name: String, in context: CommandContext) throws -> Bool {
    let folder = try context.paths.units
    let paths = ["timer", "service"].map { "\(folder)/\(name).\($0)" }
    let ours = try paths.filter { path in
      try Self.contents(of: path).map(TimerUnits.areOurs) ?? false
    }
    guard !ours.isEmpty else { return false }
    let systemctl = try TimerSchedule(in: context)?.systemctl
    try systemctl?.insist(["--user", "disable", "--now", "\(name).timer"])
    for path in ours + ["\(folder)/timers.target.wants/\(name).timer"] {
      do throws(SystemError) {
        try FileContents.remove(path)
      } catch {
        throw ScheduleError.cannotWrite(path: path, reason: error.description)
      }
    }
    try systemctl?.insist(["--user", "daemon-reload"])
    return true
  }

  private func contents(of path: String) throws(ScheduleError) -> [UInt8]? {
    try Self.contents(of: path)
  }

  private static func contents(of path: String) throws(ScheduleError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileContents.bytes(of: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.description)
    }
  }

  private func write(_ text: String, to path: String) throws(ScheduleError) {
    do throws(SystemError) {
      try FileReplacement(of: path).commit(Array(text.utf8), mode: 0o644)
    } catch {
      throw .cannotWrite(path: path, reason: error.description)
    }
  }
}
