import FlashModel

extension JSONWriter {
  mutating func row(_ topic: Topic) {
    beginObject()
    member("id", topic.id)
    member("name", topic.name)
    member("color_hint", topic.colorHint)
    clocks(topic.updatedAt, topic.deletedAt)
    endObject()
  }

  mutating func row(_ deck: Deck) {
    beginObject()
    member("id", deck.id)
    member("topic_id", deck.topicID)
    member("title", deck.title)
    member("description", deck.description)
    member("accent_color", deck.accentColor)
    member("default_study_mode", deck.mode.rawValue)
    member("last_studied_at_ms", deck.lastStudiedAt)
    if !deck.options.isEmpty {
      key("options")
      options(deck.options)
    }
    clocks(deck.updatedAt, deck.deletedAt)
    endObject()
  }

  mutating func row(_ subTopic: SubTopic) {
    beginObject()
    member("id", subTopic.id)
    member("deck_id", subTopic.deckID)
    member("name", subTopic.name)
    member("position", subTopic.position)
    member("color_hint", subTopic.colorHint)
    clocks(subTopic.updatedAt, subTopic.deletedAt)
    endObject()
  }

  mutating func row(_ link: CardSubTopic) {
    beginObject()
    member("id", link.id)
    member("card_id", link.cardID)
    member("sub_topic_id", link.subTopicID)
    clocks(link.updatedAt, link.deletedAt)
    endObject()
  }

  mutating func row(_ card: Card) {
    beginObject()
    member("id", card.id)
    member("deck_id", card.deckID)
    member("front_text", card.front)
    member("back_text", card.back)
    member("front_image_asset_id", card.frontImageAssetID)
    member("back_image_asset_id", card.backImageAssetID)
    member("position", card.position)
    scheduling(card.scheduling)
    if card.isSuspended { member("suspended", true) }
    if let moment = card.buriedUntil { member("buried_until_ms", moment) }
    if card.flag != 0 { member("flag", card.flag) }
    if card.kind != .basic { member("kind", card.kind.rawValue) }
    if let hint = card.hint { member("hint", hint) }
    if let note = card.noteID { member("note_id", note) }
    if let ord = card.noteOrd { member("note_ord", ord) }
    if let text = card.noteText { member("note_text", text) }
    if let key = card.sourceKey { member("source_key", key) }
    member("content_ms", card.contentUpdatedAt)
    member("sched_ms", card.schedulingUpdatedAt)
    clocks(card.updatedAt, card.deletedAt)
    endObject()
  }

  mutating func row(_ review: Review) {
    beginObject()
    member("id", review.id)
    member("card_id", review.cardID)
    member("session_id", review.sessionID)
    if review.kind != .review { member("kind", review.kind.word) }
    if let cancelled = review.cancelsID { member("cancels_id", cancelled) }
    member("rating", review.rating?.rawValue)
    member("review_duration_ms", review.durationMilliseconds)
    member("rated_at_ms", review.ratedAt)
    if review.order != review.ratedAt { member("order_ms", review.order) }
    state("state_before", review.before)
    state("state_after", review.after)
    member("scheduler_version", review.schedulerVersion)
    member("updated_at_ms", review.ratedAt)
    endObject()
  }

  mutating func row(_ session: StudySession) {
    beginObject()
    member("id", session.id)
    member("deck_id", session.deckID)
    member("mode", session.mode.rawValue)
    member("started_at_ms", session.startedAt)
    member("ended_at_ms", session.endedAt)
    member("cards_reviewed", session.cardsReviewed)
    member("accuracy_pct", session.accuracyPercent)
    member("mastery_delta", session.masteryDelta)
    clocks(session.updatedAt, session.deletedAt)
    endObject()
  }

  /// An entry's snapshot; an empty object if it carries none.
  private mutating func state(_ name: String, _ state: Scheduling?) {
    key(name)
    beginObject()
    if let state { scheduling(state) }
    endObject()
  }

  private mutating func scheduling(_ scheduling: Scheduling) {
    member("stability", scheduling.memory?.stability)
    member("difficulty", scheduling.memory?.difficulty)
    member("state", scheduling.state.word)
    member("last_reviewed_at_ms", scheduling.lastReviewed)
    member("due_at_ms", scheduling.due)
    member("lapses", scheduling.lapses)
    member("reps", scheduling.reps)
    if let step = scheduling.step { member("step", step) }
    if let moment = scheduling.lastScheduled { member("last_scheduled_at_ms", moment) }
  }

  private mutating func clocks(_ updated: Timestamp, _ deleted: Timestamp?) {
    member("updated_at_ms", updated)
    member("deleted_at_ms", deleted)
  }
}
