extension SubTopic: WireRecord {
  public static var entity: SyncEntity { .subTopics }
  public static var blank: SubTopic {
    SubTopic(id: .nothing, deckID: .nothing, name: "", updatedAt: .untold)
  }

  public var missingMember: String? {
    id == .nothing
      ? "id" : deckID == .nothing ? "deck_id" : updatedAt == .untold ? "updated_at_ms" : nil
  }

  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "id": id = try reader.identifier()
      case "deck_id": deckID = try reader.identifier()
      case "name": name = try reader.name()
      case "position": position = try reader.integer(in: 0...Int(Int32.max))
      case "color_hint": colorHint = try reader.textOrNull(atMost: 1_020)
      case "updated_at_ms": updatedAt = try reader.timestamp()
      case "deleted_at_ms": deletedAt = try reader.timestampOrNull()
      default: try reader.skipValue()
      }
    }
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("id", id)
    writer.member("deck_id", deckID)
    writer.member("name", name)
    writer.member("position", position)
    writer.member("color_hint", colorHint)
    writer.clocks(updatedAt, deletedAt)
  }
}
