import FlashAPI
import FlashClient
import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashStore
import FlashTerminal

/// `flash sync status`.
struct SyncStatus: Command {
  struct Options: CommandOptions {
    var remote: String?
    var checks = false
  }

  static let description = CommandDescription<Options>(
    name: "status", abstract: "tell what was exchanged, and what is still to be sent",
    operands: [.remote(into: \.remote)],
    options: [
      .flag("check", help: "say nothing; exit 1 if something is behind", into: \.checks)
    ],
    fields: StatusRow.fields.specifications, exitCodes: [.notSignedIn, .notFound],
    manual: SyncManual.status)

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let store = try context.openStoreIfThere()
    var remotes = try store?.remotes() ?? []
    if let store, options.remote != nil {
      remotes = [try Remotes.named(options.remote, in: store, context)]
    }
    var rows: [StatusRow] = []
    let holder = try SyncLock.holder(in: context)
    for remote in remotes {
      guard let store else { break }
      rows.append(
        StatusRow(
          remote: remote, pending: try store.pending(for: remote), holder: holder,
          conflicts: try store.lostValueCount(), media: try store.assets().count))
    }
    if options.checks { return try check(rows, in: context) }
    if let lines = try context.jsonLines(StatusRow.fields) {
      for row in rows { try lines.write(row) }
      return try lines.finish()
    }
    try warnOfOpenFile(in: context)
    guard !rows.isEmpty else {
      return try context.say("nobody is signed in; 'flash sync login' does that")
    }
    for row in rows { try context.show(row.lines(at: context.now)) }
  }

  private static func check(_ rows: [StatusRow], in context: CommandContext) throws {
    let grace = try Grace.milliseconds(in: context)
    let isBehind = rows.contains { row in
      guard let good = row.remote.succeededAt, row.remote.username != nil else { return true }
      return row.pending.total > 0 || row.pending.waiting > 0
        || good.milliseconds + grace < context.now.milliseconds
    }
    if isBehind || rows.isEmpty { throw Exit(.failure) }
  }

  private static func warnOfOpenFile(in context: CommandContext) throws {
    let path = try Credentials.file(in: context)
    if FilePermissions.mayOthersRead(path) {
      context.warn("'\(path)' holds secrets and others can read it; 'chmod 600' it")
    }
  }
}

/// How far a remote is.
struct StatusRow: Sendable {
  let remote: SyncRemote
  let pending: PendingCounts
  let holder: String?
  let conflicts: Int
  let media: Int

  static let fields = Fields<StatusRow>([
    .string("remote") { $0.remote.name },
    .string("url") { $0.remote.url },
    .string("username") { $0.remote.username },
    .integer("pending") { $0.pending.total },
    .integer("waiting") { $0.pending.waiting },
    .integer("refused") { $0.pending.refused },
    .integer("conflicts") { $0.conflicts },
    .integer("media") { $0.media },
    .time("last_success_at") { $0.remote.succeededAt },
    .string("last_error") { $0.remote.error },
    .string("locked_by") { $0.holder },
    .string("plan") { $0.remote.plan?.planKey },
  ])

  func lines(at now: Timestamp) -> [StyledLine] {
    var lines = [
      StyledLine("\(remote.name): ", .strong)
        + StyledLine("\(remote.username ?? "nobody") at \(remote.url)")
    ]
    let last = remote.succeededAt.map { "\(StatusRow.ago($0, now))" } ?? "never"
    lines.append(StyledLine("  last sync: \(last)"))
    if let plan = remote.plan { lines.append(StyledLine("  plan: \(plan.planKey)")) }
    lines.append(StyledLine("  to send: \(pending.total)"))
    if pending.waiting > 0 {
      lines.append(StyledLine("  not taken yet, sent again: \(pending.waiting)"))
    }
    if pending.refused > 0 { lines.append(StyledLine("  refused: \(pending.refused)")) }
    if conflicts > 0 { lines.append(StyledLine("  conflicts kept: \(conflicts)")) }
    if media > 0 { lines.append(StyledLine("  files that stay on this device: \(media)")) }
    if let error = remote.error { lines.append(StyledLine("  last failure: \(error)")) }
    if let holder { lines.append(StyledLine("  a sync is running: \(holder)")) }
    return lines
  }

  /// Such as `3 h ago`.
  private static func ago(_ moment: Timestamp, _ now: Timestamp) -> String {
    let seconds = max(0, (now.milliseconds - moment.milliseconds) / 1_000)
    switch seconds {
    case ..<60: return "just now"
    case ..<3_600: return "\(seconds / 60) min ago"
    case ..<172_800: return "\(seconds / 3_600) h ago"
    default: return "\(seconds / 86_400) days ago"
    }
  }
}
