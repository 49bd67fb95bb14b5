import FlashModel

extension JSONReader {
  mutating func topic() throws(JSONError) -> Topic {
    let start = offset
    var id: TopicID?
    var name = ""
    var colorHint: String?
    var clocks = RowClocks()
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "name": name = try string()
      case "color_hint": colorHint = try stringOrNull()
      default: try clocks.read(key, from: &self)
      }
    }
    return Topic(
      id: try required(id, "id", start), name: name, colorHint: colorHint,
      updatedAt: try required(clocks.updated, "updated_at_ms", start), deletedAt: clocks.deleted)
  }

  mutating func deck() throws(JSONError) -> Deck {
    let start = offset
    var id: DeckID?
    var clocks = RowClocks()
    var deck = Deck(
      id: DeckID(high: 0, low: 0), title: "", updatedAt: Timestamp(milliseconds: 0))
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "topic_id": deck.topicID = try identifierOrNull()
      case "title": deck.title = try string()
      case "description": deck.description = try stringOrNull()
      case "accent_color": deck.accentColor = try string()
      case "default_study_mode": deck.mode = try word()
      case "last_studied_at_ms": deck.lastStudiedAt = try timestampOrNull()
      case "options": if try !readNull() { deck.options = try studyOptions() }
      default: try clocks.read(key, from: &self)
      }
    }
    return Deck(
      id: try required(id, "id", start), topicID: deck.topicID, title: deck.title,
      description: deck.description, accentColor: deck.accentColor, mode: deck.mode,
      lastStudiedAt: deck.lastStudiedAt, options: deck.options,
      updatedAt: try required(clocks.updated, "updated_at_ms", start), deletedAt: clocks.deleted)
  }

  mutating func subTopic() throws(JSONError) -> SubTopic {
    let start = offset
    var id: SubTopicID?
    var deckID: DeckID?
    var name = ""
    var position = 0
    var colorHint: String?
    var clocks = RowClocks()
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "deck_id": deckID = try identifier()
      case "name": name = try string()
      case "position": position = try integer(in: 0...Int(Int32.max))
      case "color_hint": colorHint = try stringOrNull()
      default: try clocks.read(key, from: &self)
      }
    }
    return SubTopic(
      id: try required(id, "id", start), deckID: try required(deckID, "deck_id", start),
      name: name, position: position, colorHint: colorHint,
      updatedAt: try required(clocks.updated, "updated_at_ms", start), deletedAt: clocks.deleted)
  }

  mutating func cardSubTopic() throws(JSONError) -> CardSubTopic {
    let start = offset
    var id: CardSubTopicID?
    var cardID: CardID?
    var subTopicID: SubTopicID?
    var clocks = RowClocks()
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "card_id": cardID = try identifier()
      case "sub_topic_id": subTopicID = try identifier()
      default: try clocks.read(key, from: &self)
      }
    }
    return CardSubTopic(
      id: try required(id, "id", start), cardID: try required(cardID, "card_id", start),
      subTopicID: try required(subTopicID, "sub_topic_id", start),
      updatedAt: try required(clocks.updated, "updated_at_ms", start), deletedAt: clocks.deleted)
  }

  mutating func session() throws(JSONError) -> StudySession {
    let start = offset
    var id: SessionID?
    var deckID: DeckID?
    var clocks = RowClocks()
    var mode = StudyMode.smart
    var (started, ended): (Timestamp?, Timestamp?) = (nil, nil)
    var cards = 0
    var (accuracy, mastery) = (0.0, 0.0)
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "deck_id": deckID = try identifier()
      case "mode": mode = try word()
      case "started_at_ms": started = try timestampOrNull()
      case "ended_at_ms": ended = try timestampOrNull()
      case "cards_reviewed": cards = try integer(in: 0...Int(Int32.max))
      case "accuracy_pct": accuracy = try double()
      case "mastery_delta": mastery = try double()
      default: try clocks.read(key, from: &self)
      }
    }
    return StudySession(
      id: try required(id, "id", start), deckID: try required(deckID, "deck_id", start),
      mode: mode, startedAt: try required(started, "started_at_ms", start), endedAt: ended,
      cardsReviewed: cards, accuracyPercent: accuracy, masteryDelta: mastery,
      updatedAt: try required(clocks.updated, "updated_at_ms", start), deletedAt: clocks.deleted)
  }
}
