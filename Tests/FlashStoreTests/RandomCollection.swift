import FlashModel
import FlashStore
import FlashTestSupport

extension RandomRecords {
  /// A whole collection: records of every kind that point to each other.
  static func collection(_ random: inout SeededRandom) -> [StoredRecord] {
    let topics = (0..<2).map { _ in topic(&random) }
    let decks = (0..<4).map { _ in
      var deck = deck(&random)
      deck.topicID = maybe(&random) { pick(topics, &$0).id }
      return deck
    }
    let subTopics = (0..<5).map { _ in
      var subTopic = subTopic(&random)
      subTopic.deckID = pick(decks, &random).id
      return subTopic
    }
    let cards = (0..<8).map { _ in
      var card = card(&random)
      card.deckID = pick(decks, &random).id
      return card
    }
    let sessions = (0..<3).map { _ in
      var session = session(&random)
      session.deckID = pick(decks, &random).id
      return session
    }
    let links = cards.map { card in
      var link = cardSubTopic(&random)
      link.cardID = card.id
      link.subTopicID = pick(subTopics, &random).id
      return link
    }
    var records: [StoredRecord] = [
      .setting(StoredSetting(name: "a", value: text(&random), updatedAt: time(&random))),
      .setting(StoredSetting(name: "b", value: text(&random), updatedAt: time(&random))),
    ]
    records += topics.map(StoredRecord.topic) + decks.map(StoredRecord.deck)
    records += subTopics.map(StoredRecord.subTopic) + cards.map(StoredRecord.card)
    records += sessions.map(StoredRecord.session) + links.map(StoredRecord.link)
    for card in cards { records += log(of: card, sessions, &random).map(StoredRecord.review) }
    return records
  }

  /// A log whose entries follow one another, or do not, with undone and imported ones.
  private static func log(
    of card: Card, _ sessions: [StudySession], _ random: inout SeededRandom
  ) -> [Review] {
    var told = Scheduling.new
    var order = time(&random)
    var ids: [ReviewID] = []
    return (0..<Int.random(in: 0...9, using: &random)).map { _ in
      order = order.advanced(by: Int64.random(in: 1...100_000_000, using: &random))
      var review = Review(
        id: id(&random), cardID: card.id, rating: .good, ratedAt: order, order: order,
        before: nil, after: nil)
      review.kind = pick(ReviewKind.allCases, &random)
      if review.kind == .undo {
        review.cancelsID = ids.randomElement(using: &random) ?? id(&random)
      }
      review.rating = review.kind == .review ? pick(Rating.allCases, &random) : nil
      review.durationMilliseconds = count(&random)
      review.sessionID = Bool.random(using: &random) ? pick(sessions, &random).id : nil
      if Bool.random(using: &random) { review.ratedAt = time(&random) }
      if Bool.random(using: &random) { review.schedulerVersion = text(&random) }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: break
      case 1: review.before = scheduling(&random)
      default:
        review.before = Bool.random(using: &random) ? told : scheduling(&random)
        var after = scheduling(&random)
        if Bool.random(using: &random) { after.lastReviewed = review.ratedAt }
        if Bool.random(using: &random) { after.lastScheduled = review.ratedAt }
        review.after = after
      }
      told = review.after ?? told
      ids.append(review.id)
      return review
    }
  }
}
