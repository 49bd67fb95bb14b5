internal import FlashModel
internal import FlashSQL

/// The columns of a record that its clock decides about, with what the record says.
enum RowColumns {
  static func of(_ topic: Topic) -> [Assignment] {
    [
      ("name", .text(topic.name)), ("color_hint", SQLValue(topic.colorHint)),
      ("deleted_at_ms", SQLValue(topic.deletedAt)),
    ]
  }

  static func of(_ deck: Deck, topicKey: Int64?) -> [Assignment] {
    [
      ("topic_key", topicKey.map { .integer($0) } ?? .null), ("title", .text(deck.title)),
      ("description", SQLValue(deck.description)), ("accent_color", .text(deck.accentColor)),
      ("default_study_mode", .text(deck.mode.rawValue)),
      ("last_studied_at_ms", SQLValue(deck.lastStudiedAt)),
      ("options", SQLValue(deck.options.stored)), ("deleted_at_ms", SQLValue(deck.deletedAt)),
    ]
  }

  static func of(_ subTopic: SubTopic, deckKey: Int64) -> [Assignment] {
    [
      ("deck_key", .integer(deckKey)), ("name", .text(subTopic.name)),
      ("position", .integer(Int64(subTopic.position))),
      ("color_hint", SQLValue(subTopic.colorHint)),
      ("deleted_at_ms", SQLValue(subTopic.deletedAt)),
    ]
  }

  static func of(_ session: StudySession, deckKey: Int64) -> [Assignment] {
    [
      ("deck_key", .integer(deckKey)), ("mode", .text(session.mode.rawValue)),
      ("started_at_ms", SQLValue(session.startedAt)), ("ended_at_ms", SQLValue(session.endedAt)),
      ("cards_reviewed", .integer(Int64(session.cardsReviewed))),
      ("accuracy_pct", .double(session.accuracyPercent)),
      ("mastery_delta", .double(session.masteryDelta)),
      ("deleted_at_ms", SQLValue(session.deletedAt)),
    ]
  }

  static func of(_ link: CardSubTopic, cardKey: Int64, subTopicKey: Int64) -> [Assignment] {
    [
      ("card_key", .integer(cardKey)), ("sub_topic_key", .integer(subTopicKey)),
      ("deleted_at_ms", SQLValue(link.deletedAt)),
    ]
  }

  /// What the content clock of a card decides about.
  static func content(of card: Card, deckKey: Int64) -> [Assignment] {
    [
      ("deck_key", .integer(deckKey)), ("position", .integer(Int64(card.position))),
      ("front_text", .text(card.front)), ("back_text", .text(card.back)),
      ("suspended", .integer(card.isSuspended ? 1 : 0)),
      ("buried_until_ms", SQLValue(card.buriedUntil)), ("flag", .integer(Int64(card.flag))),
      ("kind", SQLValue(card.kind.stored)), ("hint", SQLValue(card.hint)),
      ("note_id", SQLValue(card.noteID)), ("note_ord", SQLValue(card.noteOrd)),
      ("note_text", SQLValue(card.noteText)), ("source_key", SQLValue(card.sourceKey)),
      ("front_image_asset_id", SQLValue(card.frontImageAssetID)),
      ("back_image_asset_id", SQLValue(card.backImageAssetID)),
      ("deleted_at_ms", SQLValue(card.deletedAt)),
    ]
  }

  /// What the scheduling clock of a card decides about.
  static func schedule(of scheduling: Scheduling) -> [Assignment] {
    [
      ("state", .integer(Int64(scheduling.state.rawValue))), ("step", SQLValue(scheduling.step)),
      ("stability", SQLValue(scheduling.memory?.stability)),
      ("difficulty", SQLValue(scheduling.memory?.difficulty)),
      ("due_at_ms", SQLValue(scheduling.due)),
      ("last_reviewed_at_ms", SQLValue(scheduling.lastReviewed)),
      ("last_scheduled_at_ms", SQLValue(scheduling.lastScheduled)),
      ("reps", .integer(Int64(scheduling.reps))), ("lapses", .integer(Int64(scheduling.lapses))),
    ]
  }
}
