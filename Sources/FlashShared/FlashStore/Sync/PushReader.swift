public import FlashAPI
public import FlashModel
internal import FlashSQL

/// Some of the changes that a remote has not got, ready to be sent.
public struct PushBatch: Sendable {
  private let writer: PushWriter
  /// How many rows are in it.
  public var count: Int { rows.count }
  let rows: [PushedRow]
  /// How far each entity is through once the rows have arrived, by its number.
  let positions: [Int64]
  /// How many rows are still to come is not known; whether this is the last batch is.
  public let isLast: Bool
  /// Whether it is the last batch, and the cards that were sent entries of are where those lead.
  let isAsLogged: Bool

  fileprivate init(
    _ batch: BatchInProgress, _ positions: [Int64], isLast: Bool, isAsLogged: Bool
  ) {
    writer = batch.writer
    rows = batch.rows
    self.positions = positions
    self.isLast = isLast
    self.isAsLogged = isAsLogged
  }

  /// The body of the request.
  /// - Parameters:
  ///   - now: the clock that the server corrects those of the rows by.
  ///   - place: where this device stands; nil if it is to fetch anyway.
  public func body(at now: Timestamp, from place: SyncPlace? = nil) -> [UInt8] {
    var writer = writer
    return writer.finish(clientClock: now, place: place)
  }
}

/// A row in a batch.
struct PushedRow: Sendable {
  let entity: SyncEntity
  let id: Identifier<Never>
  /// The number of its newest change when it was read.
  let change: Int64
  /// The key of the card whose schedule is to have the clock of its log; 0 for none.
  var card: Int64 = 0
}

/// Reads what a remote has not got, as of one moment, in batches: parents before children, so that no
/// row arrives before what it belongs to.
///
/// It reads through a connection of its own, so that the collection can be written meanwhile.
public final class PushReader {
  /// Rows in a batch, and about how many bytes.
  public static let mostRows = 5_000
  public static let mostBytes = 4 << 20

  let connection: SQLiteConnection
  let remote: SyncRemote
  let pending: PendingChanges
  /// The newest change of the moment that is read.
  let bound: Int64
  private let now: Timestamp
  private let limit: (rows: Int, bytes: Int)
  /// Only entries that the older service knows.
  let isPlain: Bool
  /// What comes next: an entity, one of its passes, and the change it got to.
  private var entity = 0
  private var pass = 0
  private var after: Int64 = 0
  /// How far each entity is through.
  private var positions: [Int64]
  /// The same at the end of the batch before.
  private var settled: [Int64]
  private var isFinished = false
  /// Chains of the cards whose entries are being sent.
  var chains = ReadChains()
  private var sent = SentLogs()
  /// Whether it is of use to ask where this device stands after what it sends. Rows that wait here for
  /// others come in with what is fetched, so then there is something to fetch anyway.
  let mayStandAbreast: Bool

  init(
    _ store: Store, for remote: SyncRemote, at now: Timestamp, isPlain: Bool,
    limit: (rows: Int, bytes: Int)
  ) throws(StoreError) {
    self.remote = remote
    self.now = now
    self.isPlain = isPlain
    self.limit = limit
    connection = try StoreFile(path: store.path).connectionForReading()
    let connection = connection
    let hasOrphans: Bool
    (pending, bound, hasOrphans) = try storing { () throws(SQLError) in
      try connection.execute("begin")
      let pending = try PendingChanges(of: remote.key, on: connection)
      let orphan = try connection.row(
        "select 1 from orphans where remote_key = $1 limit 1", [.integer(remote.key)]
      ) { $0.integer(0) }
      return (
        pending, try connection.integer("select change_seq from store") ?? 0, orphan != nil
      )
    }
    mayStandAbreast = !isPlain && !hasOrphans && !pending.hasParked
    positions = pending.pushed
    settled = positions
    chains.isWhole =
      pending.ranges(of: .reviews, upTo: bound) == [1...max(1, bound)]
      && pending.parked(.reviews).isEmpty
  }

  /// The next batch; nil once nothing is left. One without rows only has to be settled.
  public func next() throws(StoreError) -> PushBatch? {
    guard !isFinished else { return nil }
    var batch = BatchInProgress(limit: limit)
    while entity < SyncEntity.allCases.count, !batch.isFull {
      let current = SyncEntity.allCases[entity]
      let passes = passes(of: current)
      while pass < passes.count, !batch.isFull {
        let isDone = try read(current, passes[pass], into: &batch)
        if isDone {
          pass += 1
          after = 0
        }
      }
      guard pass == passes.count else { break }
      positions[entity] = bound
      entity += 1
      pass = 0
    }
    isFinished = entity == SyncEntity.allCases.count
    guard !batch.rows.isEmpty || positions != settled else { return nil }
    settled = positions
    return PushBatch(batch, positions, isLast: isFinished, isAsLogged: isFinished && sent.areCards)
  }

  /// Rows that were not taken and are tried again, then the ranges of what is pending.
  private func passes(of entity: SyncEntity) -> [Pass] {
    let ranges = pending.ranges(of: entity, upTo: bound).map { Pass.changes($0) }
    return pending.parked(entity).isEmpty ? ranges : [.retries] + ranges
  }

  enum Pass {
    case retries
    case changes(ClosedRange<Int64>)
  }

  /// Reads on until the pass is done or the batch is full.
  /// - Returns: whether the pass is done.
  private func read(
    _ entity: SyncEntity, _ pass: Pass, into batch: inout BatchInProgress
  ) throws(StoreError) -> Bool {
    do throws(SQLError) {
      let statement = try connection.statement(PushRows.sql(entity, pass))
      switch pass {
      case .retries:
        statement.bind(after, at: 1)
        statement.bind(Int64.max, at: 2)
        statement.bind(remote.key, at: 3)
        statement.bind(now, at: 4)
      case .changes(let range):
        statement.bind(max(after, range.lowerBound - 1), at: 1)
        statement.bind(range.upperBound, at: 2)
      }
      defer { statement.reset() }
      while try statement.step() {
        guard try add(entity, statement, to: &batch) else { return false }
        if case .changes = pass { positions[entity.rawValue] = after }
        if batch.isFull { return false }
      }
      return true
    } catch {
      throw .database(error)
    }
  }

  /// - Returns: false if the row is left for the next batch.
  private func add(
    _ entity: SyncEntity, _ row: SQLiteStatement, to batch: inout BatchInProgress
  ) throws(SQLError) -> Bool {
    let change = row.integer(PushRows.changeColumn(entity))
    var isTaken = true
    switch entity {
    case .topics: isTaken = batch.add(row.topic(), row.topic().id, change)
    case .decks:
      let deck = row.deck()
      isTaken = batch.add(deck, deck.id, change, text: deck.description?.utf8.count ?? 0)
    case .subTopics:
      let subTopic = row.subTopic()
      isTaken = batch.add(subTopic, subTopic.id, change)
    case .cards:
      let card = row.card()
      isTaken = batch.add(card, card.id, change, text: card.textSize)
    case .sessions:
      let session = row.session()
      isTaken = batch.add(session, session.id, change)
    case .cardSubTopics:
      let link = row.link()
      isTaken = batch.add(link, link.id, change)
    case .reviews:
      let review = row.review(told: try chains.told(before: row, on: connection))
      if !isPlain || review.kind == .review {
        // Most cards have the clock already that a log gives them.
        let card = row.integer(20)
        let isTimed = row.timestamp(22) == review.order
        isTaken = batch.add(review, review.id, change, card: isTimed ? 0 : card)
        if isTaken, mayStandAbreast { sent.note(review, card: card, row.scheduling(at: 23)) }
      }
    }
    if isTaken { after = change }
    return isTaken
  }
}

extension Card {
  /// Bytes of its texts.
  fileprivate var textSize: Int {
    front.utf8.count + back.utf8.count + (noteText?.utf8.count ?? 0) + (hint?.utf8.count ?? 0)
  }
}

/// A batch while rows are added.
private struct BatchInProgress {
  var writer = PushWriter()
  var rows: [PushedRow] = []
  private let limit: (rows: Int, bytes: Int)

  init(limit: (rows: Int, bytes: Int)) { self.limit = limit }

  var isFull: Bool { rows.count >= limit.rows || writer.size >= limit.bytes }

  /// - Parameter text: about how many bytes the row has beside its small members.
  /// - Returns: false if there is no room for it; one row alone may be of any size.
  mutating func add<Record: WireRecord, Entity>(
    _ record: Record, _ id: Identifier<Entity>, _ change: Int64, text: Int = 0, card: Int64 = 0
  ) -> Bool {
    if !rows.isEmpty, text > 4_096, writer.size + text + 2_048 > limit.bytes { return false }
    writer.row(record)
    rows.append(
      PushedRow(entity: Record.entity, id: id.reinterpreted(), change: change, card: card))
    return true
  }
}

extension Store {
  /// Begins to read what a remote has not got.
  /// - Parameters:
  ///   - isPlain: leave out what the older service does not know.
  ///   - rows: at most so many in a batch.
  public func pushReader(
    for remote: SyncRemote, at now: Timestamp, isPlain: Bool = false,
    rows: Int = PushReader.mostRows, bytes: Int = PushReader.mostBytes
  ) throws(StoreError) -> PushReader {
    try PushReader(self, for: remote, at: now, isPlain: isPlain, limit: (rows, bytes))
  }
}
