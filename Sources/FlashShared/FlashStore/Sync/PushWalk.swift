internal import FlashAPI
internal import FlashModel

/// How a device moves with what it sends: from batch to batch, as long as the server says that nothing
/// else was written.
struct PushWalk {
  private let start: SyncPlace?
  /// Where it stands with the batches so far; nil if that is not known.
  private(set) var place: SyncPlace?
  private(set) var hasSent = false
  /// Whether the last batch was settled with where it led.
  var isSettled = false

  init(from start: SyncPlace?) {
    self.start = start
    place = start
  }

  /// - Parameter answer: nil for a batch without rows, which leads nowhere.
  mutating func go(on answer: PushResponse?) {
    guard let answer else { return }
    hasSent = true
    guard let next = answer.nextSince, let place, next >= place.since else { return place = nil }
    self.place = SyncPlace(since: next, epoch: place.epoch)
  }

  /// A move of the cursor that all batches together are.
  struct Move {
    let start: SyncPlace
    let end: SyncPlace
  }

  /// Nil if nothing was sent, or it is not known where that led.
  var move: Move? {
    guard hasSent, let start, let place else { return nil }
    return Move(start: start, end: place)
  }
}

/// Whether cards are as the newest of their entries that are sent has left them. Then, and if the
/// server's fold says the same, nobody has to be told of a schedule.
struct SentLogs {
  private var newest: [Int64: Entry] = [:]

  private struct Entry {
    let order: Timestamp
    let id: ReviewID
    let isCard: Bool
  }

  /// - Parameters:
  ///   - card: the key of its card.
  ///   - scheduling: of the card.
  mutating func note(_ review: Review, card: Int64, _ scheduling: Scheduling) {
    if let known = newest[card], (known.order, known.id) > (review.order, review.id) { return }
    newest[card] = Entry(
      order: review.order, id: review.id, isCard: review.after == scheduling)
  }

  var areCards: Bool { newest.values.allSatisfy(\.isCard) }
}
