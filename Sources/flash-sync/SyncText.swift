import FlashAPI
import FlashCommand
import FlashModel
import FlashStore

/// How an exchange is told.
enum SyncText {
  /// The one line of report.
  static func line(_ row: SyncRow) -> String {
    let isRehearsal = row.state == "rehearsed"
    guard row.sent > 0 || row.received > 0 else {
      return "up to date with '\(row.remote)'"
    }
    var text =
      isRehearsal
      ? "would send \(row.sent) and receive \(row.received)"
      : "sent \(row.sent), received \(row.received)"
    if row.conflicts == 1 { text += ", 1 conflict: 'flash sync conflicts'" }
    if row.conflicts > 1 { text += ", \(row.conflicts) conflicts: 'flash sync conflicts'" }
    return text
  }

  /// The server's word, with its detail; of a plan's limit in ours.
  private static func reason(of row: RefusedRow) -> String {
    if let key = EntitlementKey(rawValue: row.reason) {
      return "the plan allows \(key.words(limit: row.detail.flatMap { Int($0) }))"
    }
    return row.reason + (row.detail.map { " (\($0))" } ?? "")
  }

  /// How many rows are named that were not taken.
  private static let mostNamed = 20

  /// Says on standard error what is out of the ordinary.
  static func tell(_ report: ExchangeReport, of remote: SyncRemote, in context: CommandContext) {
    if report.received.isRestored {
      context.warn(
        "'\(remote.name)' is in an older state than it was; everything was offered again")
    }
    if let problem = report.snapshotProblem {
      context.note("everything was exchanged row by row: \(problem)")
    }
    if report.received.hasTies {
      context.warn(
        "'\(remote.name)' has more rows of one moment than it gives; some may be missing here")
    }
    if report.received.revived > 0 {
      context.note(
        "\(report.received.revived) were removed on one side and edited later: they stay")
    }
    for row in report.sent.refused.prefix(mostNamed) {
      context.tellRefused(
        "\(row.entity.key) '\(row.id)' was not taken: \(reason(of: row))"
          + (row.isRetried ? "; it is sent again later" : ""))
    }
    let more = report.sent.refused.count - mostNamed
    if more > 0 { context.tellRefused("and \(more) more; 'flash sync status' counts them") }
  }
}

extension CommandContext {
  /// A row that failed is told even with `-q`.
  fileprivate func tellRefused(_ text: String) {
    errors.write(Array("\(program): \(text)\n".utf8))
  }
}

/// How long a server may be away before a scheduled sync speaks.
enum Grace {
  /// - Throws: `ConfigurationError` for a setting that is no time.
  static func milliseconds(in context: CommandContext) throws -> Int64 {
    Int64(try context.settings.int("sync.cron-grace") ?? 24) * 3_600_000
  }
}
