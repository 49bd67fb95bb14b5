extension CardSubTopic: WireRecord {
  public static var entity: SyncEntity { .cardSubTopics }
  public static var blank: CardSubTopic {
    CardSubTopic(id: .nothing, cardID: .nothing, subTopicID: .nothing, updatedAt: .untold)
  }

  public var missingMember: String? {
    if id == .nothing { return "id" }
    if cardID == .nothing { return "card_id" }
    if subTopicID == .nothing { return "sub_topic_id" }
    return updatedAt == .untold ? "updated_at_ms" : nil
  }

  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "id": id = try reader.identifier()
      case "card_id": cardID = try reader.identifier()
      case "sub_topic_id": subTopicID = try reader.identifier()
      case "updated_at_ms": updatedAt = try reader.timestamp()
      case "deleted_at_ms": deletedAt = try reader.timestampOrNull()
      default: try reader.skipValue()
      }
    }
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("id", id)
    writer.member("card_id", cardID)
    writer.member("sub_topic_id", subTopicID)
    writer.clocks(updatedAt, deletedAt)
  }
}
