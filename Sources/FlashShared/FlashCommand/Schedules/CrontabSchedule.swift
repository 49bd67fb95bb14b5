/// Jobs as lines of this person's crontab.
public struct CrontabSchedule: Sendable {
  private let crontab: Tool

  private static let limit = 16 * 1_024 * 1_024

  /// - Returns: nil where there is no crontab.
  init?(in context: CommandContext) {
    guard var crontab = Tool("crontab", in: context.environment) else { return nil }
    // What it says when there is no table is only known in English.
    crontab.environment["LC_ALL"] = "C"
    self.crontab = crontab
  }

  /// - Returns: whether anything changed.
  func install(_ job: ScheduledJob) throws -> Bool {
    let before = try read()
    var table = before
    table.set(job)
    guard table != before else { return false }
    try write(table)
    return true
  }

  /// - Returns: whether the job was there.
  func remove(_ name: String) throws -> Bool {
    var table = try read()
    guard table.remove(name) else { return false }
    try write(table)
    return true
  }

  private func read() throws -> CrontabText {
    let report = crontab.ask(["-l"], keeping: Self.limit)
    if report.isSuccess {
      // A table that was cut may not be written back.
      guard report.output.count < Self.limit else { throw ScheduleError.tooLong }
      return CrontabText(report.output)
    }
    // Nobody gives having no table a code of its own.
    let said = String(decoding: report.errors, as: UTF8.self)
    guard case .exited = report.ending, report.output.isEmpty,
      said.contains("no crontab for") || said.contains("can't open")
    else { throw ToolFailure(crontab, ["-l"], report) }
    return CrontabText([])
  }

  private func write(_ table: CrontabText) throws {
    if table.bytes.isEmpty {
      try crontab.insist(["-r"])
    } else {
      try crontab.insist(["-"], input: table.bytes)
    }
  }
}
