internal import FlashAPI
internal import FlashModel

/// How the older service is read, whose cursor is the clock of whoever wrote a row: it skips what
/// arrives late, and of several kinds of row that are cut it tells one place only.
///
/// So each kind is read by itself, with an overlap of a day, and once a week from the beginning.
struct PlainPull {
  private var entity = 0
  private var since: Int64
  private let base: Int64
  /// The greatest place that the service has told.
  private var newest: Int64
  private let limit: Int
  /// Whether a whole page had one clock: what else has it can't be asked for.
  private(set) var hasTies = false
  /// The first page was asked for before it was known what the service is.
  private var isProbe = true

  private static let overlap: Int64 = 86_400_000
  private static let week: Int64 = 7 * 86_400_000

  init(cursor: Int64, lastWhole: Timestamp?, at now: Timestamp, limit: Int) {
    let isThisWeek =
      lastWhole.map { $0.milliseconds / PlainPull.week == now.milliseconds / PlainPull.week }
      ?? false
    base = isThisWeek ? max(0, cursor - PlainPull.overlap) : 0
    since = base
    newest = cursor
    self.limit = limit
  }

  var request: PullRequest {
    PullRequest(
      since: since, entities: [SyncEntity.allCases[entity]], limit: limit, epoch: nil)
  }

  /// Goes on behind a page.
  /// - Returns: whether it was the last.
  mutating func advance(past page: PullPage) -> Bool {
    newest = max(newest, page.nextSince)
    if isProbe {
      isProbe = false
      return false
    }
    let clocks = page.clocks
    let last = clocks.max()
    if page.hasMore, let last, last == clocks.min() { hasTies = true }
    if page.hasMore, let last, last > since {
      // One millisecond back: of rows with one clock some may be on the next page.
      since = last - 1 > since ? last - 1 : last
      return false
    }
    entity += 1
    since = base
    return entity == SyncEntity.allCases.count
  }

  /// The cursor to keep once `page` is in; nil before the last one.
  func cursor(after page: PullPage) -> Int64? {
    var next = self
    return next.advance(past: page) ? next.newest : nil
  }
}

extension PullPage {
  /// The clocks of its rows.
  fileprivate var clocks: [Int64] {
    var clocks = topics.map(\.updatedAt) + decks.map(\.updatedAt) + subTopics.map(\.updatedAt)
    clocks += cards.map(\.updatedAt) + sessions.map(\.updatedAt) + cardSubTopics.map(\.updatedAt)
    clocks += reviews.map(\.ratedAt)
    return clocks.map(\.milliseconds)
  }
}

extension Card {
  /// This row with what the older service does not know taken from the row that is here.
  func keepingExtensions(of own: Card) -> Card {
    var card = self
    card.kind = own.kind
    card.hint = own.hint
    card.isSuspended = own.isSuspended
    card.buriedUntil = own.buriedUntil
    card.flag = own.flag
    card.noteID = own.noteID
    card.noteOrd = own.noteOrd
    card.noteText = own.noteText
    card.sourceKey = own.sourceKey
    if card.scheduling.state == own.scheduling.state { card.scheduling.step = own.scheduling.step }
    card.scheduling.lastScheduled =
      card.scheduling.lastReviewed == own.scheduling.lastReviewed
      ? own.scheduling.lastScheduled : card.scheduling.lastReviewed
    return card
  }
}
