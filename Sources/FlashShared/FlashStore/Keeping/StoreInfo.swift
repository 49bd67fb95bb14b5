public import FlashModel
internal import FlashSQL

/// What there is to know of a collection's file.
public struct StoreInfo: Sendable, Hashable {
  public var path = ""
  /// Bytes of the file, of the log beside it that is not folded in yet, and of the lock file.
  public var fileBytes = 0
  public var logBytes = 0
  public var lockBytes = 0
  public var pageBytes = 0
  public var pages = 0
  /// Pages that hold nothing; `vacuum` gives them back.
  public var freePages = 0
  /// Of the file, and the newest that this flash knows.
  public var schema = 0
  public var newestSchema = 0
  public var applicationID = 0
  public var storeID = ""
  public var deviceID = ""
  public var createdAt = Timestamp(milliseconds: 0)
  /// The number of the newest change.
  public var changes = 0
  /// When content, a schedule or the log last changed, by the clocks in the rows; nil if nothing did.
  public var changedAt: Timestamp?
  public var libraryVersion = ""
  public var entities: [EntityCount] = []

  /// How many rows of an entity there are.
  public struct EntityCount: Sendable, Hashable {
    public var entity: SyncEntity
    public var live = 0
    /// Tombstones; reviews have none.
    public var removed = 0
    /// Bytes in the file with its indexes, free space in its pages included.
    public var bytes = 0

    /// Bytes a row; nil without rows.
    public var bytesPerRow: Double? {
      live + removed > 0 ? Double(bytes) / Double(live + removed) : nil
    }
  }

  public subscript(entity: SyncEntity) -> EntityCount {
    entities.first { $0.entity == entity } ?? EntityCount(entity: entity)
  }
}

extension Store {
  /// What there is to know of the file, all of one moment.
  /// - Complexity: reads the whole file once.
  public func info() throws(StoreError) -> StoreInfo {
    try snapshot { () throws(StoreError) in
      var info = StoreInfo()
      info.path = path
      info.fileBytes = Int(FileFacts.size(path))
      info.logBytes = Int(FileFacts.size(path + "-wal"))
      info.lockBytes = Int(FileFacts.size(path + "-lock"))
      info.pageBytes = try count("pragma page_size")
      info.pages = try count("pragma page_count")
      info.freePages = try count("pragma freelist_count")
      info.schema = fileSchema
      info.newestSchema = Store.newestSchema
      info.applicationID = try count("pragma application_id")
      info.libraryVersion = SQLiteConnection.libraryVersion
      let identity = try row("select store_id, device_id, created_ms, change_seq from store") {
        (
          store: $0.identifier(0) ?? Identifier<Store>.nothing,
          device: $0.identifier(1) ?? Identifier<Store>.nothing, made: $0.timestamp(2),
          changes: Int($0.integer(3))
        )
      }
      if let identity {
        info.storeID = identity.store.description
        info.deviceID = identity.device.description
        info.createdAt = identity.made
        info.changes = identity.changes
      }
      for entity in SyncEntity.allCases { info.entities.append(try rowCount(of: entity)) }
      info.changedAt = try newestClock()
      return info
    }
  }

  private func rowCount(of entity: SyncEntity) throws(StoreError) -> StoreInfo.EntityCount {
    var counts = StoreInfo.EntityCount(entity: entity)
    let removed = entity == .reviews ? "0" : "count(deleted_at_ms)"
    let found = try row("select count(*), \(removed) from \(entity.key)") {
      (all: Int($0.integer(0)), removed: Int($0.integer(1)))
    }
    counts.removed = found?.removed ?? 0
    counts.live = (found?.all ?? 0) - counts.removed
    counts.bytes = try count(
      """
      select coalesce(sum(pgsize), 0) from dbstat('main', 1)
      where name in (select name from sqlite_schema where tbl_name = $1)
      """, [.text(entity.key)])
    return counts
  }

  private func newestClock() throws(StoreError) -> Timestamp? {
    let clocks = SyncEntity.allCases.map { entity in
      switch entity {
      case .cards: "select max(max(content_ms, sched_ms)) as at from cards"
      case .reviews: "select max(order_ms) as at from reviews"
      default: "select max(updated_at_ms) as at from \(entity.key)"
      }
    }
    let newest = try row("select max(at) from (\(clocks.joined(separator: " union all ")))") {
      $0.optionalTimestamp(0)
    }
    return newest ?? nil
  }
}
