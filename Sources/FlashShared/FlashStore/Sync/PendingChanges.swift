internal import FlashModel
internal import FlashSQL

/// Which changes a remote may not know: those above what it has got, less what came from it.
struct PendingChanges {
  /// What a remote has got of each entity, by its number.
  private(set) var pushed: [Int64]
  /// Blocks that came from the remote, in order, none touching another.
  private var received: [ClosedRange<Int64>] = []
  /// Rows that it did not take, by entity; most often none.
  private var parked: [Set<Identifier<Never>>]
  private(set) var hasParked = false

  /// - Parameter connection: in a transaction, so that all is of one moment.
  init(of remote: Int64, on connection: SQLiteConnection) throws(SQLError) {
    pushed = Array(repeating: 0, count: SyncEntity.allCases.count)
    parked = Array(repeating: [], count: SyncEntity.allCases.count)
    for (entity, change) in try connection.rows(
      "select entity, change_seq from pushed where remote_key = $1", [.integer(remote)],
      { ($0.integer(0), $0.integer(1)) })
    where pushed.indices.contains(Int(entity)) {
      pushed[Int(entity)] = change
    }
    received = try connection.rows(
      "select first_seq, last_seq from received where remote_key = $1 order by first_seq",
      [.integer(remote)]
    ) { $0.integer(0)...max($0.integer(0), $0.integer(1)) }
    for (entity, id) in try connection.rows(
      "select entity, id from parked where remote_key = $1", [.integer(remote)],
      { (Int($0.integer(0)), $0.identifier(1) ?? Identifier<Never>.nothing) })
    where parked.indices.contains(entity) {
      parked[entity].insert(id)
      hasParked = true
    }
  }

  /// Whether the remote may not have what a row is now.
  func contains<Entity>(_ entity: SyncEntity, _ id: Identifier<Entity>, change: Int64) -> Bool {
    if hasParked, parked[entity.rawValue].contains(id.reinterpreted()) { return true }
    return contains(entity, change: change)
  }

  /// As ``contains(_:_:change:)`` for a row that is not parked.
  func contains(_ entity: SyncEntity, change: Int64) -> Bool {
    change > pushed[entity.rawValue] && !isReceived(change)
  }

  /// The ids of parked rows.
  func parked(_ entity: SyncEntity) -> Set<Identifier<Never>> { parked[entity.rawValue] }

  private func isReceived(_ change: Int64) -> Bool {
    var (low, high) = (0, received.count)
    while low < high {
      let middle = (low + high) / 2
      if received[middle].upperBound < change { low = middle + 1 } else { high = middle }
    }
    return low < received.count && received[low].contains(change)
  }

  /// What is pending of an entity up to a bound, in order.
  func ranges(of entity: SyncEntity, upTo bound: Int64) -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    var next = pushed[entity.rawValue] + 1
    for block in received where block.upperBound >= next {
      if block.lowerBound > bound { break }
      if next < block.lowerBound { ranges.append(next...block.lowerBound - 1) }
      next = block.upperBound + 1
    }
    if next <= bound { ranges.append(next...bound) }
    return ranges
  }
}

/// What of a collection a remote has not got yet.
public struct PendingCounts: Sendable, Hashable {
  /// Rows by entity, in the order of ``SyncEntity``.
  public var rows: [Int]
  /// Rows that the remote did not take and that are not sent again unless they change.
  public var refused = 0
  /// Rows that it did not take yet.
  public var waiting = 0

  public var total: Int { rows.reduce(0, +) }
}

extension Store {
  /// Counts what a remote has not got yet.
  public func pending(for remote: SyncRemote) throws(StoreError) -> PendingCounts {
    try snapshot { () throws(StoreError) in
      try storing { () throws(SQLError) in
        let pending = try PendingChanges(of: remote.key, on: connection)
        let bound = try connection.integer("select change_seq from store") ?? 0
        var counts = PendingCounts(rows: [])
        for entity in SyncEntity.allCases {
          var count: Int64 = 0
          for range in pending.ranges(of: entity, upTo: bound) {
            // A session of which only the id is known yet is not ours to send.
            let condition = entity == .sessions ? "and deck_key is not null" : ""
            count +=
              try connection.row(
                """
                select count(*) from \(entity.key) where change_seq between $1 and $2 \(condition)
                """, [.integer(range.lowerBound), .integer(range.upperBound)]
              ) { $0.integer(0) } ?? 0
          }
          counts.rows.append(Int(count))
        }
        for (isFinal, count) in try connection.rows(
          "select is_final, count(*) from parked where remote_key = $1 group by is_final",
          [.integer(remote.key)], { ($0.integer(0) == 1, Int($0.integer(1))) })
        {
          if isFinal { counts.refused = count } else { counts.waiting = count }
        }
        return counts
      }
    }
  }
}
