extension StudySession: WireRecord {
  public static var entity: SyncEntity { .sessions }
  public static var blank: StudySession {
    StudySession(
      id: .nothing, deckID: .nothing, mode: .smart, startedAt: .untold, updatedAt: .untold)
  }

  public var missingMember: String? {
    if id == .nothing { return "id" }
    if deckID == .nothing { return "deck_id" }
    return updatedAt == .untold ? "updated_at_ms" : nil
  }

  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "id": id = try reader.identifier()
      case "deck_id": deckID = try reader.identifier()
      case "mode": mode = try reader.word()
      case "started_at_ms": startedAt = try reader.timestamp()
      case "ended_at_ms": endedAt = try reader.timestampOrNull()
      case "cards_reviewed": cardsReviewed = try reader.integer(in: 0...Int(Int32.max))
      case "accuracy_pct": accuracyPercent = try reader.double()
      case "mastery_delta": masteryDelta = try reader.double()
      case "updated_at_ms": updatedAt = try reader.timestamp()
      case "deleted_at_ms": deletedAt = try reader.timestampOrNull()
      default: try reader.skipValue()
      }
    }
    // Another client may leave it out; a session began no later than it was last changed.
    if startedAt == .untold { startedAt = updatedAt }
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("id", id)
    writer.member("deck_id", deckID)
    writer.member("mode", mode.rawValue)
    writer.member("started_at_ms", startedAt)
    writer.member("ended_at_ms", endedAt)
    writer.member("cards_reviewed", cardsReviewed)
    writer.member("accuracy_pct", accuracyPercent)
    writer.member("mastery_delta", masteryDelta)
    writer.clocks(updatedAt, deletedAt)
  }
}
