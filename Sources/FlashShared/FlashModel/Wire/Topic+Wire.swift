extension Topic: WireRecord {
  public static var entity: SyncEntity { .topics }
  public static var blank: Topic { Topic(id: .nothing, name: "", updatedAt: .untold) }

  public var missingMember: String? {
    id == .nothing ? "id" : updatedAt == .untold ? "updated_at_ms" : nil
  }

  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "id": id = try reader.identifier()
      case "name": name = try reader.name()
      case "color_hint": colorHint = try reader.textOrNull(atMost: 1_020)
      case "updated_at_ms": updatedAt = try reader.timestamp()
      case "deleted_at_ms": deletedAt = try reader.timestampOrNull()
      default: try reader.skipValue()
      }
    }
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("id", id)
    writer.member("name", name)
    writer.member("color_hint", colorHint)
    writer.clocks(updatedAt, deletedAt)
  }
}
