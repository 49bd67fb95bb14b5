internal import FlashModel
internal import FlashSQL

// Rows that came before what they belong to.

extension PullMerge {
  /// Keeps a row whose parent is not here.
  func settle<Record: WireRecord, Entity>(
    _ record: Record, _ id: Identifier<Entity>, _ hasParent: Bool
  ) throws(StoreError) {
    if !hasParent { try keepOrphan(record, id) }
  }

  func keepOrphan<Record: WireRecord, Entity>(
    _ record: Record, _ id: Identifier<Entity>
  ) throws(StoreError) {
    var writer = JSONWriter()
    record.write(to: &writer, as: .whole)
    try storing { () throws(SQLError) in
      try store.connection.run(
        "insert or replace into orphans values ($1, $2, $3, $4)", .integer(remote.key),
        .integer(Int64(Record.entity.rawValue)), SQLValue(id),
        .text(String(decoding: writer.bytes, as: UTF8.self)))
    }
  }

  /// Takes in the rows whose parents have come.
  func takeOrphans() throws(StoreError) {
    let orphans = try store.rows(
      "select entity, id, value from orphans where remote_key = $1 order by entity, id",
      [.integer(remote.key)]
    ) {
      (
        entity: Int($0.integer(0)), id: $0.identifier(1) ?? Identifier<Never>.nothing,
        value: Array($0.text(2).utf8)
      )
    }
    for orphan in orphans {
      guard let entity = SyncEntity(rawValue: orphan.entity) else { continue }
      guard try take(entity, orphan.value) else { continue }
      try storing { () throws(SQLError) in
        try store.connection.run(
          "delete from orphans where remote_key = $1 and entity = $2 and id = $3",
          .integer(remote.key), .integer(Int64(orphan.entity)), SQLValue(orphan.id))
      }
    }
  }

  /// - Returns: whether the parent is here; also true for a text that can't be read, which is of no
  ///   use to keep.
  private func take(_ entity: SyncEntity, _ value: [UInt8]) throws(StoreError) -> Bool {
    var reader = JSONReader(value)
    do {
      switch entity {
      case .topics: return true
      case .decks: return try take(Deck(from: &reader))
      case .subTopics: return try take(SubTopic(from: &reader))
      case .cards: return try take(Card(from: &reader))
      case .sessions: return try take(StudySession(from: &reader))
      case .cardSubTopics: return try take(CardSubTopic(from: &reader))
      case .reviews:
        let review = try Review(from: &reader)
        guard let cardKey = try store.key(.cards, review.cardID) else { return false }
        try take([review], card: review.cardID, cardKey: cardKey)
        return true
      }
    } catch let error as StoreError {
      throw error
    } catch {
      return true
    }
  }
}
