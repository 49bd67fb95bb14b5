public import FlashAPI
public import FlashModel
internal import FlashSQL

/// What a page, or all pages of a pull, changed here.
public struct PullTally: Sendable, Hashable {
  /// Rows that were made or changed here, log entries included.
  public var received = 0
  /// Log entries among them.
  public var reviews = 0
  /// Cards that were removed by another device, those of removed decks included.
  public var removed = 0
  /// Records that were removed here or there and were edited later on the other side, so they stay.
  public var revived = 0
  /// Values that lost against another device's and are kept for 90 days.
  public var conflicts = 0
  /// The remote was restored from a backup, or begun anew: all that is here is offered again.
  public var isRestored = false
  /// The older service has more rows of one clock than a page holds, and can't be asked for the rest.
  public var hasTies = false

  public init() {}
}

/// How many cards a pull would remove.
public struct RemovalCount: Sendable, Hashable {
  public let cards: Int
  /// Of how many.
  public let live: Int
}

/// What became of a page.
public enum PullStep: Sendable, Hashable {
  /// There is another page.
  case more
  /// It was the last page.
  case done
  /// Nothing was applied: it would remove that much. See ``PullSession/allowsRemovals``.
  case asks(RemovalCount)
}

extension PullStep {
  fileprivate static func more(unless isDone: Bool) -> PullStep { isDone ? .done : .more }
}

/// Takes in what a remote has, page by page: the rows and the cursor of a page in one transaction.
public final class PullSession {
  /// Rows of an entity in a page.
  public static let mostRows = 5_000

  public private(set) var tally = PullTally()
  /// Whether pages that remove much are applied without asking.
  public var allowsRemovals = false
  let store: Store
  private(set) var remote: SyncRemote
  private let rules: StudyRules
  /// Where the next page begins.
  private var since: Int64
  /// Cards that were alive when the pull began; nil as long as that makes no difference, as they are
  /// counted one by one.
  private var live: Int?
  /// Of a walk through everything that the server keeps: what was seen, by entity.
  private var walk: [Set<Identifier<Never>>]?
  private let limit: Int
  /// How the older service is read, once it is known to be that.
  private var plain: PlainPull?

  init(_ store: Store, _ remote: SyncRemote, by rules: StudyRules, limit: Int)
    throws(StoreError)
  {
    guard let current = try store.remote(named: remote.name) else {
      throw .notFound(what: .remote, name: remote.name, near: [])
    }
    self.store = store
    self.remote = current
    self.rules = rules
    self.limit = limit
    since = current.cursor
  }

  /// How far everything was fetched.
  var cursor: Int64 { remote.cursor }

  /// Where this device stands; nil with the older service, whose cursor is none.
  var place: SyncPlace? {
    isPlain ? nil : remote.epoch.map { SyncPlace(since: remote.cursor, epoch: $0) }
  }

  /// Whether the server is the older service, which has no arrival stamps.
  public var isPlain: Bool { plain != nil }

  /// What to ask for next.
  public var request: PullRequest {
    if let plain { return plain.request }
    // Whoever tells no epoch is taken for the older client, and is sent no entry that only ours know.
    return PullRequest(
      since: since, entities: SyncEntity.allCases, limit: limit, epoch: remote.epoch ?? 0,
      told: remote.told.flatMap { $0 > since ? $0 : nil })
  }

  /// Takes in a page.
  public func apply(_ page: PullPage, at now: Timestamp) throws(StoreError) -> PullStep {
    if page.resyncEpoch == nil, plain == nil {
      plain = PlainPull(cursor: remote.cursor, lastWhole: remote.syncedAt, at: now, limit: limit)
    }
    let isRestored = isRestored(page)
    let isWalk = (page.isFullResync || walk != nil) && !isRestored && !tally.isRestored
    if isWalk, walk == nil, since != 0 {
      // It may go on with a walk whose beginning nobody saw: what that had is not to be missed here.
      since = 0
      walk = PullSession.nothingSeen
      return .more
    }
    if page.rowCount == 0, !isWalk, !isRestored, page.nextSince == remote.cursor,
      page.resyncEpoch == remote.epoch, plain == nil
    {
      // Nothing is new, and nothing is written.
      return .more(unless: !page.hasMore)
    }
    var seen = isWalk ? walk ?? PullSession.nothingSeen : nil
    seen?.note(page)
    do throws(PageFailure) {
      let merge = try applied(page, isRestored: isRestored, seen: seen, at: now)
      tally.add(merge)
      tally.isRestored = tally.isRestored || isRestored
      if isRestored { remote.told = nil }
    } catch {
      switch error {
      case .asks(let count): return .asks(count)
      case .store(let error): throw error
      }
    }
    walk = seen
    since = page.nextSince
    if plain != nil {
      let isDone = plain?.advance(past: page) ?? true
      tally.hasTies = plain?.hasTies ?? false
      return .more(unless: isDone)
    }
    return .more(unless: !page.hasMore)
  }

  private static var nothingSeen: [Set<Identifier<Never>>] {
    Array(repeating: [], count: SyncEntity.allCases.count)
  }

  /// Whether the server is another one than before: it says so, or it is behind what it had said.
  private func isRestored(_ page: PullPage) -> Bool {
    guard let epoch = page.resyncEpoch else { return false }
    if let known = remote.epoch, known != epoch { return true }
    return !page.isFullResync && page.nextSince < since
  }

  private enum PageFailure: Error {
    case asks(RemovalCount)
    case store(StoreError)
  }

  /// One transaction: rows, what was received, cursor and epoch.
  private func applied(
    _ page: PullPage, isRestored: Bool, seen: [Set<Identifier<Never>>]?, at now: Timestamp
  ) throws(PageFailure) -> PullTally {
    do {
      return try store.anyTransaction {
        if isRestored { try store.beginAnew(remote) }
        let merge = try PullMerge(store, remote, by: rules, isPlain: isPlain, at: now)
        merge.offersAnew = isRestored || tally.isRestored
        let strays = try page.hasMore ? [] : merge.strays(seen)
        try check(
          RemovalGuard(merge).count(page, strays), isAll: !page.hasMore && plain == nil)
        try merge.apply(page, strays)
        try keepPlace(page, isWalk: seen != nil)
        return merge.tally
      }
    } catch let failure as PageFailure {
      throw failure
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.invalid(field: "page", reason: "\(error)"))
    }
  }

  /// Stops at a pull that removes a large part of the collection.
  /// - Parameters:
  ///   - removed: by the page that is to be applied.
  ///   - isAll: no other page comes.
  private func check(_ removed: Int, isAll: Bool) throws(PageFailure) {
    guard !allowsRemovals else { return }
    if live == nil, removed > 0 || !isAll { live = try countLive() }
    guard let live else { return }
    let count = RemovalCount(cards: tally.removed + removed, live: live)
    if RemovalGuard.isLarge(count) { throw .asks(count) }
  }

  private func countLive() throws(PageFailure) -> Int {
    do throws(StoreError) { return try store.count(RemovalGuard.live) } catch {
      throw .store(error)
    }
  }

  /// A walk that is cut begins anew, as what was seen is not kept; so its place isn't either.
  private func keepPlace(_ page: PullPage, isWalk: Bool) throws(StoreError) {
    if let plain {
      if let cursor = plain.cursor(after: page) { remote.cursor = cursor }
    } else if !(isWalk && page.hasMore) {
      remote.cursor = page.nextSince
    }
    if let epoch = page.resyncEpoch { remote.epoch = epoch }
    try storing { () throws(SQLError) in
      try store.connection.run(
        "update remotes set cursor = $1, epoch = $2 where key = $3", .integer(remote.cursor),
        remote.epoch.map { .integer($0) } ?? .null, .integer(remote.key))
    }
  }
}

extension PullTally {
  static func += (left: inout PullTally, right: PullTally) {
    left.add(right)
    left.isRestored = left.isRestored || right.isRestored
    left.hasTies = left.hasTies || right.hasTies
  }

  fileprivate mutating func add(_ other: PullTally) {
    received += other.received
    reviews += other.reviews
    removed += other.removed
    revived += other.revived
    conflicts += other.conflicts
  }
}

extension [Set<Identifier<Never>>] {
  /// Notes the records of a page. The log is not walked: it is never cut.
  fileprivate mutating func note(_ page: PullPage) {
    for row in page.topics { self[SyncEntity.topics.rawValue].insert(row.id.reinterpreted()) }
    for row in page.decks { self[SyncEntity.decks.rawValue].insert(row.id.reinterpreted()) }
    for row in page.subTopics {
      self[SyncEntity.subTopics.rawValue].insert(row.id.reinterpreted())
    }
    for row in page.cards { self[SyncEntity.cards.rawValue].insert(row.id.reinterpreted()) }
    for row in page.sessions { self[SyncEntity.sessions.rawValue].insert(row.id.reinterpreted()) }
    for row in page.cardSubTopics {
      self[SyncEntity.cardSubTopics.rawValue].insert(row.id.reinterpreted())
    }
  }
}

extension Store {
  /// Begins to take in what a remote has.
  public func pullSession(
    of remote: SyncRemote, by rules: StudyRules, limit: Int = PullSession.mostRows
  ) throws(StoreError) -> PullSession {
    try PullSession(self, remote, by: rules, limit: limit)
  }
}
