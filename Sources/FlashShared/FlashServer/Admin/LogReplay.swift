import FlashAPI
import FlashModel
import FlashSQL

/// Makes schedules of cards anew from their logs, whatever they are now.
///
/// Cards without a log keep what they have: nothing says that it is wrong.
struct LogReplay<Storage: ServerStorage> {
  let storage: TimedStorage<Storage>
  let user: UserID
  let settings: StudySettings
  let now: Timestamp

  /// Cards in one transaction, so that whoever syncs meanwhile does not wait for long.
  private static var pieceSize: Int { 500 }

  /// Which cards.
  struct Cards: Sendable {
    private let deck: DeckID?
    private let cards: Set<CardID>?

    /// - Throws: ``Problem`` `.validationFailed`.
    init(_ body: ReplayInput) throws(Problem) {
      deck = try body.deckId.map { text throws(Problem) in
        guard let id = DeckID(text) else { throw Problem.invalid("deck_id", "must be an id") }
        return id
      }
      guard let texts = body.cardIds else {
        cards = nil
        return
      }
      guard texts.count <= 10_000 else {
        throw Problem.invalid("card_ids", "must have at most 10000 ids")
      }
      let ids = texts.compactMap { CardID($0) }
      guard ids.count == texts.count else {
        throw Problem.invalid("card_ids", "must be ids")
      }
      cards = Set(ids)
    }

    /// Those of a page of cards that are meant.
    func chosen(_ page: [(card: CardID, deck: DeckID)]) -> [CardID] {
      page.filter { row in
        (deck.map { $0 == row.deck } ?? true) && (cards?.contains(row.card) ?? true)
      }.map(\.card)
    }
  }

  /// Undoes what a piece has done, and carries out how much it was.
  private struct DryRun: Error {
    let changed: Int
  }

  /// - Parameter isDry: whether it is only counted.
  func run(_ wanted: Cards, isDry: Bool) throws -> ReplayReport {
    var report = ReplayReport(cards: 0, changed: 0)
    var last: CardID? = CardID(high: 0, low: 0)
    while let from = last {
      let page = try storage.readAccount(user) { try self.page(after: from, in: $0) }
      last = page.last?.card
      let ids = wanted.chosen(page)
      guard !ids.isEmpty else { continue }
      report.cards += ids.count
      do {
        let changed = try storage.account(user) { connection in
          let changed = try fold(ids, in: connection)
          if isDry { throw DryRun(changed: changed) }
          return changed
        }
        report.changed = (report.changed ?? 0) + changed
      } catch let dry as DryRun {
        report.changed = (report.changed ?? 0) + dry.changed
      }
    }
    return report
  }

  /// Live cards that have a log.
  private func page(
    after card: CardID, in connection: Storage.Connection
  ) throws -> [(card: CardID, deck: DeckID)] {
    try connection.rows(
      """
      select c.id, c.deck_id from cards c
      where c.user_id = $1 and c.id > $2 and c.deleted_at_ms is null
        and exists (select 1 from reviews r where r.user_id = $1 and r.card_id = c.id)
      order by c.id limit \(Self.pieceSize)
      """, [SQLValue(user), SQLValue(card)]
    ) { row throws(SQLError) in (row.id(0), row.id(1)) }
  }

  /// - Returns: how many schedules have become others.
  private func fold(_ ids: [CardID], in connection: Storage.Connection) throws -> Int {
    let context = PushContext(
      user: user, signIn: .nothing, now: now, skew: nil, settings: settings, foreignRows: [],
      mayHoldNul: false, mostBytes: .max, plan: nil)
    let work = try PushWork(
      connection, context,
      PushRequest(body: Array(#"{"client_clock_ms":0,"records":{}}"#.utf8)))
    let account = work.account
    try work.loadCards(ids.map(\.row))
    let before = work.cards.mapValues(\.card.scheduling)
    work.refolds = Set(ids)
    try work.fold([])
    if work.account != account { try work.account.save(of: user, connection) }
    return before.count { work.cards[$0.key]?.card.scheduling != $0.value }
  }
}
