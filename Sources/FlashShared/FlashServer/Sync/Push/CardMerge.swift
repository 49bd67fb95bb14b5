import FlashModel

/// A card that was sent over the one that is stored: content and scheduling each by its own clock.
///
/// Clients that know one clock alone send it with every rating, beside whatever text they have. So
/// from them a row moves the content's clock only where the content differs, and a rating that comes
/// with an earlier version of the text leaves the text alone.
struct CardMerge {
  /// What was sent, its clocks corrected.
  let sent: Card
  /// Whether it tells both clocks.
  let hasTwoClocks: Bool
  /// Whether a clock is not the one that was sent.
  let isAdjusted: Bool

  /// Puts it to what is stored.
  /// - Parameter stamp: gives the next stamp.
  func merge(into stored: StoredCard, stamp: () -> Int64) -> RowVerdict {
    let content = mergeContent(into: stored)
    let scheduling = stored.logOrder == nil ? mergeScheduling(into: stored) : .unchanged
    if content == .raised || scheduling == .raised || content == .taken || scheduling == .taken {
      stored.tell(stamp: stamp())
      stored.change = .everything
    }
    switch (content, scheduling) {
    case (.taken, _), (_, .taken): return .accepted
    case (.unchanged, _): return scheduling == .raised ? .stale : .unchanged
    case (.older, _), (.raised, _): return .stale
    }
  }

  private enum Outcome {
    case taken
    case unchanged
    case older
    /// Both have one clock: the stored one stays, a little later.
    case raised
  }

  private func mergeContent(into stored: StoredCard) -> Outcome {
    let clock = sent.contentUpdatedAt
    let isNewer = clock > stored.card.contentUpdatedAt
    if hasSameContent(as: stored.card) {
      guard isNewer, hasTwoClocks, !isAdjusted else { return .unchanged }
      stored.card.contentUpdatedAt = clock
      return .taken
    }
    if clock == stored.card.contentUpdatedAt {
      stored.card.contentUpdatedAt = clock.advanced(by: 1)
      return .raised
    }
    guard isNewer, !isRatingWithOldText(stored) else { return isNewer ? .unchanged : .older }
    stored.versions.append(ContentHash.of(stored.card))
    if stored.versions.count > ContentHash.most { stored.versions.removeFirst() }
    let (scheduling, scheduled) = (stored.card.scheduling, stored.card.schedulingUpdatedAt)
    stored.card = sent
    stored.card.scheduling = scheduling
    stored.card.schedulingUpdatedAt = scheduled
    return .taken
  }

  private func mergeScheduling(into stored: StoredCard) -> Outcome {
    let clock = sent.schedulingUpdatedAt
    let isSame = sent.scheduling == stored.card.scheduling
    if isSame, isAdjusted || clock == stored.card.schedulingUpdatedAt { return .unchanged }
    if clock == stored.card.schedulingUpdatedAt {
      stored.card.schedulingUpdatedAt = clock.advanced(by: 1)
      return .raised
    }
    guard clock > stored.card.schedulingUpdatedAt else { return isSame ? .unchanged : .older }
    stored.card.scheduling = sent.scheduling
    stored.card.schedulingUpdatedAt = clock
    return .taken
  }

  private func hasSameContent(as other: Card) -> Bool {
    var copy = sent
    copy.scheduling = other.scheduling
    copy.contentUpdatedAt = other.contentUpdatedAt
    copy.schedulingUpdatedAt = other.schedulingUpdatedAt
    return copy == other
  }

  /// Whether a client with one clock sent this because it rated the card, knowing a text that was
  /// replaced meanwhile.
  private func isRatingWithOldText(_ stored: StoredCard) -> Bool {
    guard !hasTwoClocks, let reviewed = sent.scheduling.lastReviewed else { return false }
    let hasMovedOn =
      sent.scheduling.reps > stored.card.scheduling.reps
      || stored.card.scheduling.lastReviewed.map { reviewed > $0 } ?? true
      || reviewed == sent.updatedAt
    return hasMovedOn && sent.deletedAt == stored.card.deletedAt
      && stored.versions.contains(ContentHash.of(sent))
  }
}
