import FlashAPI
import FlashModel
import FlashSQL

// A client that has everything, and sends rows that are taken as they are, knows what is stored now:
// it need not fetch its own rows. Only what gets a stamp would be fetched, so only that is looked at.

extension PushWork {
  /// Where the sender stands now; nil if there may be something that it has to fetch.
  ///
  /// That it stood at the newest stamp is not enough: a server that was put back to an older state may
  /// have given out that stamp once more, for something else. What was sent to the sign-in is noted with
  /// the stamps, so a note that does not reach there tells.
  func placeOfSender(before: AccountState) throws(SQLError) -> SyncPlace? {
    guard !hasNews, unsettled.isEmpty, tally.isAsSent, let place = request.place,
      place.since == before.lastArrived, place.epoch == account.resyncEpoch
    else { return nil }
    let cursor = try PullCursor.load(of: context.user, context.signIn, connection)
    guard cursor.pass == .following, cursor.epoch == place.epoch, cursor.nextSince >= place.since
    else { return nil }
    let next = PullCursor(nextSince: account.lastArrived, epoch: place.epoch)
    if next.nextSince > cursor.nextSince {
      try next.save(of: context.user, context.signIn, connection)
    }
    return SyncPlace(since: account.lastArrived, epoch: place.epoch)
  }

  /// Notes whether a row that has got a stamp is as it was sent.
  func compare<Record: RowRecord>(_ row: StoredRow<Record>, with sent: Record) {
    if !hasNews, row.stamp != nil, row.record != sent { hasNews = true }
  }

  /// Notes whether a card that has got a stamp is as it was sent.
  ///
  /// The schedule of one with a log is that of the log: it may still become the one that was sent, by
  /// entries of the same push.
  func compare(_ stored: Card, with sent: Card) {
    guard !hasNews, stored != sent else { return }
    var same = stored
    same.scheduling = sent.scheduling
    same.schedulingUpdatedAt = sent.schedulingUpdatedAt
    if same == sent { unsettled.insert(stored.id) } else { hasNews = true }
  }

  /// Notes whether a fold led where the sender was led: to what its newest entry has after it.
  func compare(_ folded: Scheduling, with entries: [Review], _ card: CardID, isNews: Bool) {
    guard !hasNews else { return }
    let newest = entries.max { ($0.order, $0.id) < ($1.order, $1.id) }
    if let newest, newest.after == folded {
      unsettled.remove(card)
    } else if newest != nil || isNews {
      hasNews = true
    }
  }
}
