import FlashModel

extension JSONReader {
  mutating func card() throws(JSONError) -> Card {
    let start = offset
    var (id, deckID): (CardID?, DeckID?) = (nil, nil)
    var clocks = RowClocks()
    var (content, schedule): (Timestamp?, Timestamp?) = (nil, nil)
    var fields = SchedulingFields()
    let zero = Timestamp(milliseconds: 0)
    var card = Card(
      id: CardID(high: 0, low: 0), deckID: DeckID(high: 0, low: 0), front: "", back: "",
      contentUpdatedAt: zero, schedulingUpdatedAt: zero)
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "deck_id": deckID = try identifier()
      case "content_ms": content = try timestampOrNull()
      case "sched_ms": schedule = try timestampOrNull()
      default:
        if try card.readContent(key, from: &self) { continue }
        if try fields.read(key, from: &self) { continue }
        try clocks.read(key, from: &self)
      }
    }
    let updated = try required(clocks.updated, "updated_at_ms", start)
    return Card(
      id: try required(id, "id", start), deckID: try required(deckID, "deck_id", start),
      front: card.front, back: card.back, frontImageAssetID: card.frontImageAssetID,
      backImageAssetID: card.backImageAssetID, position: card.position, kind: card.kind,
      hint: card.hint, isSuspended: card.isSuspended, buriedUntil: card.buriedUntil,
      flag: card.flag, noteID: card.noteID, noteOrd: card.noteOrd, noteText: card.noteText,
      sourceKey: card.sourceKey, scheduling: try fields.scheduling(start),
      contentUpdatedAt: content ?? updated, schedulingUpdatedAt: schedule ?? updated,
      deletedAt: clocks.deleted)
  }

  mutating func review() throws(JSONError) -> Review {
    let start = offset
    var (id, cancelsID): (ReviewID?, ReviewID?) = (nil, nil)
    var cardID: CardID?
    var sessionID: SessionID?
    var kind = ReviewKind.review
    var rating: Rating?
    var duration = 0
    var (rated, order): (Timestamp?, Timestamp?) = (nil, nil)
    var (before, after): (Scheduling?, Scheduling?) = (nil, nil)
    var version = "fsrs-6"
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "id": id = try identifier()
      case "card_id": cardID = try identifier()
      case "session_id": sessionID = try identifierOrNull()
      case "kind": kind = try reviewKind()
      case "cancels_id": cancelsID = try identifierOrNull()
      case "rating": rating = try integerOrNull(in: 1...4).flatMap(Rating.init(rawValue:))
      case "review_duration_ms": duration = try integer(in: 0...Int(Int32.max))
      case "rated_at_ms": rated = try timestampOrNull()
      case "order_ms": order = try timestampOrNull()
      case "state_before": before = try state()
      case "state_after": after = try state()
      case "scheduler_version": version = try string()
      default: try skipValue()
      }
    }
    let ratedAt = try required(rated, "rated_at_ms", start)
    return Review(
      id: try required(id, "id", start), cardID: try required(cardID, "card_id", start),
      sessionID: sessionID, kind: kind, cancelsID: cancelsID, rating: rating,
      durationMilliseconds: duration, ratedAt: ratedAt, order: order ?? ratedAt, before: before,
      after: after, schedulerVersion: version)
  }

  private mutating func reviewKind() throws(JSONError) -> ReviewKind {
    let start = offset
    let word = try string()
    guard let kind = ReviewKind(word: word) else {
      throw JSONError(offset: start, reason: "an unknown kind of review: '\(word)'")
    }
    return kind
  }

  /// A snapshot; nil for an empty one, which may also be an empty array.
  private mutating func state() throws(JSONError) -> Scheduling? {
    let start = offset
    if peek() == UInt8(ascii: "[") {
      try beginArray()
      guard try !nextElement() else { throw JSONError(offset: start, reason: "a state expected") }
      return nil
    }
    guard try !readNull() else { return nil }
    var fields = SchedulingFields()
    var isEmpty = true
    try beginObject()
    while let key = try nextKey() {
      isEmpty = false
      if try !fields.read(key, from: &self) { try skipValue() }
    }
    return isEmpty ? nil : try fields.scheduling(start)
  }
}

extension Card {
  /// Reads a property of the content group.
  /// - Returns: false if `key` names none; nothing is read then.
  fileprivate mutating func readContent(
    _ key: String, from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    switch key {
    case "front_text": front = try reader.side()
    case "back_text": back = try reader.side()
    case "front_image_asset_id": frontImageAssetID = try reader.identifierOrNull()
    case "back_image_asset_id": backImageAssetID = try reader.identifierOrNull()
    case "position": position = try reader.integer(in: 0...Int(Int32.max))
    case "suspended": isSuspended = try reader.readNull() ? false : reader.bool()
    case "buried_until_ms": buriedUntil = try reader.timestampOrNull()
    case "flag": flag = try reader.integerOrNull(in: 0...7) ?? 0
    case "kind": kind = try reader.readNull() ? .basic : reader.word()
    case "hint": hint = try reader.stringOrNull()
    case "note_id": noteID = try reader.identifierOrNull()
    case "note_ord": noteOrd = try reader.integerOrNull(in: 0...Int(Int32.max))
    case "note_text": noteText = try reader.stringOrNull()
    case "source_key": sourceKey = try reader.stringOrNull()
    default: return false
    }
    return true
  }
}

/// The scheduling properties of a card, or of a snapshot.
private struct SchedulingFields {
  private var result = Scheduling()
  private var stability: Double?
  private var difficulty: Double?

  /// - Returns: false if `key` names none; nothing is read then.
  mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) -> Bool {
    switch key {
    case "stability": stability = try reader.doubleOrNull()
    case "difficulty": difficulty = try reader.doubleOrNull()
    case "state": result.state = try reader.cardState()
    case "step": result.step = try reader.integerOrNull(in: 0...Int(Int32.max))
    case "due_at_ms": result.due = try reader.timestampOrNull()
    case "last_reviewed_at_ms": result.lastReviewed = try reader.timestampOrNull()
    case "last_scheduled_at_ms": result.lastScheduled = try reader.timestampOrNull()
    case "reps": result.reps = try reader.integer(in: 0...Int(Int32.max))
    case "lapses": result.lapses = try reader.integer(in: 0...Int(Int32.max))
    default: return false
    }
    return true
  }

  func scheduling(_ start: Int) throws(JSONError) -> Scheduling {
    var scheduling = result
    switch (stability, difficulty) {
    case (let stability?, let difficulty?):
      scheduling.memory = MemoryState(stability: stability, difficulty: difficulty)
    case (nil, nil): break
    default: throw JSONError(offset: start, reason: "stability and difficulty belong together")
    }
    return scheduling
  }
}
