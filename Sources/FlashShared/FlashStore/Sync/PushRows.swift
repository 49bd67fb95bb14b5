internal import FlashModel
internal import FlashSQL

/// How rows are read that are to be sent.
enum PushRows {
  /// The rows of an entity whose change is above `$1` and at most `$2`, in the order of changes.
  static func sql(_ entity: SyncEntity, _ pass: PushReader.Pass) -> String {
    let row = alias(entity)
    var condition = "\(row).change_seq > $1 and \(row).change_seq <= $2"
    if case .retries = pass {
      condition += """
         and \(row).id in (
          select id from parked
          where remote_key = $3 and entity = \(entity.rawValue) and is_final = 0
            and retry_at_ms <= $4)
        """
    }
    return "\(select(entity)) where \(condition) order by \(row).change_seq"
  }

  /// What a table is called in ``select(_:)``.
  static func alias(_ entity: SyncEntity) -> String {
    switch entity {
    case .topics: "t"
    case .decks: "d"
    case .subTopics: "s"
    case .cards: "c"
    case .sessions: "n"
    case .cardSubTopics: "l"
    case .reviews: "r"
    }
  }

  /// Where the number of the newest change stands in a row.
  static func changeColumn(_ entity: SyncEntity) -> Int {
    switch entity {
    case .topics, .cardSubTopics: 5
    case .decks: 11
    case .subTopics: 7
    case .cards: 29
    case .sessions: 10
    case .reviews: 0
    }
  }

  // "cross join" keeps the order of the tables: the one that is read by change, its parents looked up
  // for each row.

  /// The columns of a record, the number of its newest change, its key.
  static func select(_ entity: SyncEntity) -> String {
    switch entity {
    case .topics:
      "select t.id, t.name, t.color_hint, t.updated_at_ms, t.deleted_at_ms, t.change_seq, t.key"
        + " from topics t"
    case .decks:
      "select \(Store.deckColumns), d.change_seq from decks d"
        + " left join topics t on t.key = d.topic_key"
    case .subTopics:
      "select \(Store.subTopicColumns), s.change_seq, s.key from sub_topics s"
        + " cross join decks d on d.key = s.deck_key"
    case .cards:
      "select \(Store.cardColumns), c.change_seq from cards c"
        + " cross join decks d on d.key = c.deck_key"
    case .sessions:
      "select \(Store.sessionColumns), n.change_seq, n.key from sessions n"
        + " cross join decks d on d.key = n.deck_key"
    case .cardSubTopics:
      "select \(Store.linkColumns), l.change_seq, l.key from card_sub_topics l"
        + " cross join cards c on c.key = l.card_key"
        + " cross join sub_topics s on s.key = l.sub_topic_key"
    case .reviews:
      "select \(Store.reviewColumns), c.id, c.key, n.id, c.sched_ms, c.state, c.step,"
        + " c.stability, c.difficulty, c.due_at_ms, c.last_reviewed_at_ms,"
        + " c.last_scheduled_at_ms, c.reps, c.lapses from reviews r"
        + " cross join cards c on c.key = r.card_key left join sessions n on n.key = r.session_key"
    }
  }
}

/// The state before an entry that does not tell it: that after the card's entry before it.
///
/// Entries come in the order in which they were written. One that got another one before it later had
/// its state written out, so the newest so far of a card is the one to look at, if all were read.
struct ReadChains {
  /// Whether the reading began with the very first entry and left none out.
  var isWhole = false
  private var newest: [Int64: Link] = [:]

  private struct Link {
    let order: Timestamp
    let id: ReviewID
    let after: Scheduling
  }

  mutating func told(
    before row: SQLiteStatement, on connection: SQLiteConnection
  ) throws(SQLError) -> Scheduling {
    let card = row.integer(20)
    let link = Link(
      order: row.timestamp(2), id: row.identifier(1) ?? .nothing, after: row.stateAfter() ?? .new)
    let tells = !row.isNull(6)
    let earlier = newest[card]
    let isNewest = earlier.map { ($0.order, $0.id) < (link.order, link.id) } ?? true
    if isWhole, tells, isNewest { newest[card] = link }
    guard tells, row.isNull(17) else { return .new }
    if isWhole, isNewest { return earlier?.after ?? .new }
    return try connection.told(ofCard: card, before: (link.order, link.id)) ?? .new
  }
}
