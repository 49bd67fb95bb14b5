public import FlashAPI
public import FlashModel
internal import FlashThreads

/// The other side of an exchange: a server behind a network, or a model of one.
public protocol SyncService {
  mutating func push(_ body: [UInt8]) throws -> PushResponse
  mutating func pull(_ request: PullRequest) throws -> PullPage

  // The first exchange of a large collection. Nil says that the service does not do that, or not
  // now: then rows travel.

  /// What there is to fetch by a device that has nothing.
  mutating func snapshot() throws -> SnapshotManifest?
  mutating func snapshotPart(_ number: Int, of id: String) throws -> [UInt8]?
  /// Begins to send everything, or goes on with it.
  mutating func beginSnapshot(_ manifest: SnapshotManifest) throws -> SnapshotStanding?
  mutating func putSnapshotPart(
    _ number: Int, _ bytes: [UInt8], of id: String
  ) throws -> SnapshotStanding?
  mutating func commitSnapshot(_ id: String) throws -> SnapshotReceipt?
}

extension SyncService {
  public mutating func snapshot() throws -> SnapshotManifest? { nil }
  public mutating func snapshotPart(_ number: Int, of id: String) throws -> [UInt8]? { nil }
  public mutating func beginSnapshot(
    _ manifest: SnapshotManifest
  ) throws -> SnapshotStanding? { nil }
  public mutating func putSnapshotPart(
    _ number: Int, _ bytes: [UInt8], of id: String
  ) throws -> SnapshotStanding? { nil }
  public mutating func commitSnapshot(_ id: String) throws -> SnapshotReceipt? { nil }
}

/// What an exchange did.
public struct ExchangeReport: Sendable, Hashable {
  public var sent = PushTally()
  public var received = PullTally()
  /// The arrival stamp up to which everything was fetched.
  public var cursor: Int64 = 0
  /// Whether the server is the older service.
  public var isPlain = false
  /// The pull stopped before it removed that much, and nothing was sent.
  public var asks: RemovalCount?
  /// Why a snapshot was not taken here, so that rows travelled.
  public var snapshotProblem: String?

  /// Values that lost here.
  public var conflicts: Int { received.conflicts + sent.stale }

  public init() {}
}

/// How far an exchange is, for people who wait.
public struct ExchangeProgress: Sendable, Hashable {
  public var sent = 0
  public var received = 0
}

/// What exchanges a collection with a remote: fetches what is there, sends what is here, and fetches
/// what the server made of it.
///
/// Fetching comes first so that of two edits each device sees which one lost. It comes last again where
/// the server may have something that is not what was sent to it. Every step can be the last one: what
/// arrived is noted with what it says, and what was sent twice is quiet the second time.
public struct Exchange {
  public var rules: StudyRules
  /// Goes on although the pull removes much.
  public var allowsRemovals = false
  /// At most so many rows in a batch and of an entity in a page.
  public var batchRows = PushReader.mostRows
  /// Whether a batch is read on a thread of its own while the one before it is on its way.
  public var readsAhead = false
  /// Rows from which a first exchange is one by snapshot.
  public var snapshotFrom = SnapshotManifest.fewestRows

  public init(by rules: StudyRules) { self.rules = rules }

  /// Runs the exchange to its end.
  /// - Parameters:
  ///   - clock: the time, asked for at each step.
  ///   - told: called after each step.
  /// - Throws: what the service throws, and `StoreError`; what was done so far stays.
  public func run(
    _ store: Store, with remote: SyncRemote, through service: inout some SyncService,
    clock: () -> Timestamp, told: (ExchangeProgress) throws -> Void = { _ in }
  ) throws -> ExchangeReport {
    let start = clock()
    var report = ExchangeReport()
    var progress = ExchangeProgress()
    let first = FirstExchange(store, remote, from: snapshotFrom)
    try first.fetch(from: &service, clock, &report, &progress, told)
    // What was begun may be through but for the answer: then nothing of it is to be fetched.
    var isBehind =
      try first.hasBegun
      && first.send(to: &service, clock, &report, &progress, told)
    var place = try pull(store, remote, &service, clock, &report, &progress, told)
    if report.asks != nil { return report }
    if report.cursor == 0, !report.isPlain {
      isBehind = try first.send(to: &service, clock, &report, &progress, told)
    }
    if isBehind { place = nil }
    isBehind =
      try push(store, remote, from: place, &service, clock, &report, &progress, told)
      || isBehind
    if isBehind {
      _ = try pull(store, remote, &service, clock, &report, &progress, told)
    }
    if report.asks == nil { try store.noteSuccess(of: remote, since: start, at: clock()) }
    return report
  }

  /// - Returns: where this device stands now; nil if the server does not tell.
  private func pull(
    _ store: Store, _ remote: SyncRemote, _ service: inout some SyncService,
    _ clock: () -> Timestamp, _ report: inout ExchangeReport,
    _ progress: inout ExchangeProgress, _ told: (ExchangeProgress) throws -> Void
  ) throws -> SyncPlace? {
    let session = try store.pullSession(of: remote, by: rules, limit: batchRows)
    session.allowsRemovals = allowsRemovals
    var step = PullStep.more
    let before = progress.received
    while case .more = step {
      let page = try service.pull(session.request)
      step = try session.apply(page, at: clock())
      progress.received = before + session.tally.received
      try told(progress)
    }
    report.isPlain = session.isPlain
    report.received += session.tally
    report.cursor = session.cursor
    if case .asks(let count) = step { report.asks = count }
    return session.place
  }

  /// - Parameter start: where this device stands.
  /// - Returns: whether there may be something to fetch.
  private func push(
    _ store: Store, _ remote: SyncRemote, from start: SyncPlace?,
    _ service: inout some SyncService, _ clock: () -> Timestamp,
    _ report: inout ExchangeReport, _ progress: inout ExchangeProgress,
    _ told: (ExchangeProgress) throws -> Void
  ) throws -> Bool {
    let reader = try store.pushReader(
      for: remote, at: clock(), isPlain: report.isPlain, rows: batchRows)
    var walk = PushWalk(from: reader.mayStandAbreast ? start : nil)
    var next = try reader.next()
    let ahead =
      readsAhead && next?.isLast == false
      ? ReadAhead(depth: 1) { try reader.next() } : nil
    defer { ahead?.stop() }
    while let batch = next {
      let answer =
        batch.count == 0 ? nil : try service.push(batch.body(at: clock(), from: walk.place))
      walk.go(on: answer)
      // Only now that all has arrived as it is here, this is where the device stands.
      let move = batch.isAsLogged ? walk.move : nil
      report.sent += try store.settle(
        batch, of: remote, answer, moving: move, by: rules, at: clock())
      if let move { report.cursor = move.end.since }
      walk.isSettled = move != nil
      progress.sent += batch.count
      try told(progress)
      next = if let ahead { try ahead.next() } else { try reader.next() }
    }
    return walk.hasSent && !walk.isSettled
  }
}
