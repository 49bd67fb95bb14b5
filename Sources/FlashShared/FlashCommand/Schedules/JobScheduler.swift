/// What runs jobs for this person: systemd's manager if it answers, else cron.
public enum JobScheduler: Sendable {
  case systemd(TimerSchedule)
  case cron(CrontabSchedule)

  /// The one to use.
  /// - Parameter kind: the one that was asked for; nil means the first that is there.
  /// - Throws: ``ScheduleError/noScheduler``, ``ScheduleError/unavailable(_:reason:)``.
  public init(_ kind: ScheduleKind?, in context: CommandContext) throws {
    var reason = "there is no systemctl"
    if kind != .cron, let timers = try TimerSchedule(in: context) {
      switch timers.answer {
      case .success:
        self = .systemd(timers)
        return
      case .failure(let failure): reason = failure.message
      }
    }
    if kind == .systemd { throw ScheduleError.unavailable(.systemd, reason: reason) }
    if let crontab = CrontabSchedule(in: context) {
      self = .cron(crontab)
      return
    }
    throw kind == .cron
      ? ScheduleError.unavailable(.cron, reason: "there is no crontab") : .noScheduler
  }

  /// Has the job run from now on, instead of an earlier one of its name, by whomever it was run.
  /// - Returns: whether that changed anything.
  public func install(_ job: ScheduledJob, in context: CommandContext) throws -> Bool {
    switch self {
    case .cron(let crontab): return try crontab.install(job)
    case .systemd(let timers):
      let changed = try timers.install(job)
      // Two of them would do no harm, but nobody would know where the second comes from. Whoever
      // may not use cron has no line there.
      let moved = try? CrontabSchedule(in: context)?.remove(job.name)
      return changed || moved ?? false
    }
  }

  /// Takes the job out of wherever it is.
  /// - Returns: whether it was anywhere.
  public static func remove(_ name: String, in context: CommandContext) throws -> Bool {
    let hadTimer = try TimerSchedule.remove(name, in: context)
    do {
      let hadLine = try CrontabSchedule(in: context)?.remove(name) ?? false
      return hadTimer || hadLine
    } catch {
      // Where it was by a timer, a cron that cannot be used has nothing of ours.
      guard hadTimer else { throw error }
      return true
    }
  }

  /// Where the job is written; nil for a crontab, which only cron knows the place of.
  public func path(of name: String) -> String? {
    if case .systemd(let timers) = self { timers.path(of: "\(name).timer") } else { nil }
  }

  public var kind: ScheduleKind { if case .systemd = self { .systemd } else { .cron } }

  /// What would be written for a job: names of files, each with its lines.
  public func preview(_ job: ScheduledJob) -> [(name: String, lines: [String])] {
    switch self {
    case .cron: [("crontab", CrontabText.lines(of: job))]
    case .systemd(let timers):
      timers.files(job).map { file in
        (
          timers.path(of: file.name),
          file.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
        )
      }
    }
  }
}
