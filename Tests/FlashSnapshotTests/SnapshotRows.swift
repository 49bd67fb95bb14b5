import FlashModel
import FlashSnapshot
import FlashTestSupport

/// The rows of an account, as a test makes them and as a snapshot gives them back.
struct SnapshotRows: Equatable {
  var topics: [Topic] = []
  var decks: [Deck] = []
  var subTopics: [SubTopic] = []
  var cards: [Card] = []
  var sessions: [StudySession] = []
  var links: [CardSubTopic] = []
  /// By card, in the order of the fold.
  var logs: [CardID: [Review]] = [:]

  /// Rows of every kind that point to each other, within what the wire can carry.
  init(_ random: inout SeededRandom) {
    topics = (0..<2).map { _ in RandomRecords.topic(&random) }
    decks = (0..<3).map { _ in
      var deck = RandomRecords.deck(&random)
      deck.topicID = Bool.random(using: &random) ? topics[0].id : nil
      return deck
    }
    decks[0].topicID = topics[0].id
    subTopics = (0..<4).map { _ in
      var subTopic = RandomRecords.subTopic(&random)
      subTopic.deckID = decks[Int.random(in: 0..<3, using: &random)].id
      return subTopic
    }
    cards = (0..<12).map { _ in
      var card = RandomRecords.card(&random)
      card.deckID = decks[Int.random(in: 0..<3, using: &random)].id
      return card
    }
    sessions = (0..<2).map { _ in
      var session = RandomRecords.session(&random)
      session.deckID = decks[0].id
      return session
    }
    links = cards.prefix(5).map { card in
      var link = RandomRecords.cardSubTopic(&random)
      (link.cardID, link.subTopicID) = (card.id, subTopics[0].id)
      return link
    }
    for card in cards { logs[card.id] = log(of: card, &random) }
    fitClocks()
  }

  /// Clocks of records that the wire refuses are not among those of an account.
  private mutating func fitClocks() {
    func fit(_ clock: Timestamp) -> Timestamp {
      Timestamp(milliseconds: clock.milliseconds & ((1 << 53) - 1))
    }
    for index in topics.indices { topics[index].updatedAt = fit(topics[index].updatedAt) }
    for index in decks.indices { decks[index].updatedAt = fit(decks[index].updatedAt) }
    for index in subTopics.indices { subTopics[index].updatedAt = fit(subTopics[index].updatedAt) }
    for index in sessions.indices { sessions[index].updatedAt = fit(sessions[index].updatedAt) }
    for index in links.indices { links[index].updatedAt = fit(links[index].updatedAt) }
    for index in cards.indices {
      cards[index].contentUpdatedAt = fit(cards[index].contentUpdatedAt)
      cards[index].schedulingUpdatedAt = fit(cards[index].schedulingUpdatedAt)
    }
  }

  private func log(of card: Card, _ random: inout SeededRandom) -> [Review] {
    var told = Scheduling.new
    var order = Timestamp(milliseconds: 1_700_000_000_000)
    return (0..<Int.random(in: 1...6, using: &random)).map { _ in
      order = order.advanced(by: Int64.random(in: 1...100_000, using: &random))
      var review = RandomRecords.review(&random)
      review.cardID = card.id
      (review.order, review.ratedAt) = (order, order)
      review.sessionID = Bool.random(using: &random) ? sessions[0].id : nil
      review.cancelsID = review.kind == .undo ? review.cancelsID ?? review.id : nil
      review.rating = review.kind == .review ? review.rating ?? .good : nil
      if Bool.random(using: &random) { review.before = told }
      told = review.after ?? told
      // A state after without one before is that of a chain.
      if review.after != nil, review.before == nil { review.before = .new }
      return review
    }
  }

  /// Writes them; some logs not in their order, as they arrive at a server.
  func write(to writer: SnapshotWriter) throws {
    for topic in topics { try writer.add(topic) }
    for deck in decks { try writer.add(deck) }
    for subTopic in subTopics { try writer.add(subTopic) }
    for card in cards { try writer.add(card, isDiverged: false) }
    for session in sessions { try writer.add(session) }
    for link in links { try writer.add(link) }
    for (number, card) in cards.enumerated() {
      let log = logs[card.id] ?? []
      for review in number % 3 == 0 ? log.reversed() : log { try writer.add(review) }
    }
    let scattered = writer.cardsOutOfOrder
    try writer.removeLogs(of: scattered)
    for card in scattered { for review in logs[card] ?? [] { try writer.add(review, tells: true) } }
  }

  init(_ reader: SnapshotReader) throws {
    topics = try reader.topics()
    decks = try reader.decks { text in
      var options = StudyOptions()
      if let text, let json = try? JSONValue(parsing: Array(text.utf8)),
        let read = try? StudyOptions(json: json)
      {
        options = read
      }
      return options
    }
    subTopics = try reader.subTopics()
    var byKey: [Int64: CardID] = [:]
    try reader.forEachCard { keyed in
      cards.append(keyed.record)
      byKey[keyed.key] = keyed.record.id
    }
    try reader.forEachSession { sessions.append($0) }
    try reader.forEachLink { links.append($0) }
    var told: [CardID: Scheduling] = [:]
    try reader.forEachEntry(ofCards: byKey.keys.sorted()) { entry in
      guard let card = byKey[entry.cardKey] else { return }
      let review = entry.review(of: card, told: told[card] ?? .new)
      if let after = review.after { told[card] = after }
      logs[card, default: []].append(review)
    }
  }
}
