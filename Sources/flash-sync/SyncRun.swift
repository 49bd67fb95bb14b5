import FlashClient
import FlashCollection
import FlashCommand
import FlashModel
import FlashRemote
import FlashStore

/// One exchange from its lock to its line of report.
struct SyncRun {
  private let options: FlashSync.Options
  private let lock: SyncLock
  private let store: Store
  private let remote: SyncRemote
  private let start: Int64

  init(_ options: FlashSync.Options, in context: CommandContext) throws {
    self.options = options
    start = context.clock.uptime
    // What can be found out here is, before libcurl has to be woken.
    guard let found = try context.openStoreIfThere() else { throw RemoteError.notSignedIn(nil) }
    _ = try Remotes.named(options.remote, in: found, context)
    found.close()
    lock = try SyncLock(in: context, wait: options.isDryRun ? 0 : options.wait)
    store = try context.openStore(isDryRun: options.isDryRun)
    remote = try Remotes.named(options.remote, in: store, context)
    guard remote.username != nil else { throw RemoteError.notSignedIn(remote.name) }
  }

  func run(in context: inout CommandContext) throws {
    let isScheduled = context.common.isQuiet && !context.canAsk
    if isScheduled, context.now < remote.retryAt, try isGraced(in: context) {
      throw Exit(.tryLater)
    }
    let name = remote.name
    let now = context.now
    try context.ask(.preSync) {
      var payload = HookPayload(.preSync, at: now)
      payload.add("remote", name)
      return payload
    }
    do {
      try exchange(in: &context)
    } catch let error as ClientError where error.kind == .tryLater {
      if !options.isDryRun {
        try store.noteFailure(of: remote, error.message, at: context.now)
      }
      if isScheduled, try isGraced(in: context) { throw Exit(.tryLater) }
      throw error
    } catch let error as any UserFacingError {
      // Only what ^C ended is nothing that anybody has to look after.
      if !options.isDryRun, error.kind != .cancelled {
        try store.noteObstacle(of: remote, error.message)
      }
      throw error
    }
  }

  /// Whether a server that is away is nothing to speak of yet: a scheduled sync is silent for as long
  /// as the last good one is not too old.
  private func isGraced(in context: CommandContext) throws -> Bool {
    guard let good = remote.succeededAt else { return false }
    let grace = try Grace.milliseconds(in: context)
    return good.milliseconds + grace > context.now.milliseconds
  }

  private func exchange(in context: inout CommandContext) throws {
    let session = try ServerSession(remote, in: context)
    let rules = try context.studyRules(store)
    let client = session.client
    let row: SyncRow
    if options.isDryRun {
      row = try rehearse(session, by: rules, in: context)
    } else {
      row = try runExchange(session, by: rules, in: &context)
    }
    var told = row
    told.bytesUp = client.bytesUp
    told.bytesDown = client.bytesDown
    told.elapsed = Int(context.clock.uptime - start)
    if let lines = try context.jsonLines(SyncRow.fields) {
      try lines.write(told)
      try lines.finish()
    } else if told.state != "stopped" {
      try context.say(SyncText.line(told))
    }
    if told.state == "partly" { throw Exit(.partly) }
  }

  private func runExchange(
    _ session: ServerSession, by rules: StudyRules, in context: inout CommandContext
  ) throws -> SyncRow {
    var session = session
    var exchange = Exchange(by: rules)
    exchange.allowsRemovals = options.answersYes
    exchange.readsAhead = true
    var report = ExchangeReport()
    let world = context
    while true {
      let progress = context.progress()
      report = try exchange.run(
        store, with: remote, through: &session, clock: { world.now },
        told: { step in
          progress.update("sent \(step.sent), received \(step.received)")
          try world.check()
        })
      progress.finish()
      guard let asks = report.asks else { break }
      try confirm(asks, in: context)
      exchange.allowsRemovals = true
    }
    if !report.isPlain { try ProfileExchange(store, session).run() }
    try PlanExchange(store, session, remote).run(after: report, at: context.now)
    SyncText.tell(report, of: remote, in: context)
    var row = SyncRow(remote: remote.name)
    row.sent = report.sent.sent
    row.received = report.received.received
    row.conflicts = report.conflicts
    row.cursor = Int(report.cursor)
    row.state = report.sent.refused.isEmpty ? "done" : "partly"
    return row
  }

  /// Asks before much is removed; where nobody can be asked it stops.
  private func confirm(_ asks: RemovalCount, in context: CommandContext) throws {
    guard context.canAsk else { throw SyncError.removesMuch(asks.cards, of: asks.live) }
    try context.confirm(
      "Another device removed \(asks.cards) of \(asks.live) cards. Remove them here too?",
      answersYes: false)
  }

  /// What would go and come. The pages go into a private copy.
  private func rehearse(
    _ session: ServerSession, by rules: StudyRules, in context: CommandContext
  ) throws -> SyncRow {
    var row = SyncRow(remote: remote.name)
    let pull = try store.pullSession(of: remote, by: rules)
    pull.allowsRemovals = true
    var step = PullStep.more
    while case .more = step {
      step = try pull.apply(try session.pull(pull.request), at: context.now)
      try context.check()
    }
    row.received = pull.tally.received
    row.conflicts = pull.tally.conflicts
    row.sent = try store.pending(for: remote).total
    row.state = "rehearsed"
    return row
  }
}
