/// A job as systemd's unit files for one user.
///
/// - Source: systemd.syntax(7), systemd.service(5), systemd.timer(5).
public struct TimerUnits: Hashable, Sendable {
  public let service: String
  public let timer: String

  /// What the first line of every file of ours begins with.
  private static let mark = "# Written by flash"

  public init(_ job: ScheduledJob) {
    let head = "\(TimerUnits.mark), and replaced by '\(job.origin)'.\n"
    var lines = ["[Unit]", "Description=\(job.summary.escapedForUnits)", "", "[Service]"]
    lines.append("Type=oneshot")
    for variable in job.variables {
      lines.append("Environment=\("\(variable.name)=\(variable.value)".quotedForUnits)")
    }
    lines.append("ExecStart=\(job.command.map(\.quotedForCommandLines).joined(separator: " "))")
    // A lock that is held, or a server that is away, is no failure of the unit.
    lines.append("SuccessExitStatus=75")
    service = head + lines.joined(separator: "\n") + "\n"
    timer =
      head
      + (["[Unit]", "Description=\(job.summary.escapedForUnits)", "", "[Timer]"]
      + job.times.calendarEvents.map { "OnCalendar=\($0)" }
      // What was missed while the machine was off is made up for.
      + ["Persistent=true", "", "[Install]", "WantedBy=timers.target"]).joined(separator: "\n")
      + "\n"
  }

  /// Whether we have written a file.
  static func areOurs(_ text: [UInt8]) -> Bool { text.starts(with: Array(mark.utf8)) }
}

extension String {
  /// This text where units know specifiers, which begin with a percent sign.
  fileprivate var escapedForUnits: String {
    split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }

  /// This text as one quoted item.
  fileprivate var quotedForUnits: String {
    var text = ""
    for character in escapedForUnits {
      if character == "\\" || character == "\"" { text.append("\\") }
      text.append(character)
    }
    return "\"\(text)\""
  }

  /// This text as one word of a command line, in which variables are replaced, too.
  fileprivate var quotedForCommandLines: String {
    if isPlainWord { return self }
    return split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
      .quotedForUnits
  }
}
