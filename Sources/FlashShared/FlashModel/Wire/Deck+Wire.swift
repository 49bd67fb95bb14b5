extension Deck: WireRecord {
  public static var entity: SyncEntity { .decks }
  public static var blank: Deck { Deck(id: .nothing, title: "", updatedAt: .untold) }

  public var missingMember: String? {
    id == .nothing ? "id" : updatedAt == .untold ? "updated_at_ms" : nil
  }

  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "id": id = try reader.identifier()
      case "topic_id": topicID = try reader.identifierOrNull()
      case "title": title = try reader.name()
      case "description": description = try reader.textOrNull(atMost: 40_000)
      case "accent_color": accentColor = try reader.text(atMost: 256)
      case "default_study_mode": mode = try reader.word()
      case "last_studied_at_ms": lastStudiedAt = try reader.timestampOrNull()
      case "options":
        options = try reader.readNull() ? StudyOptions() : reader.studyOptions()
      case "updated_at_ms": updatedAt = try reader.timestamp()
      case "deleted_at_ms": deletedAt = try reader.timestampOrNull()
      default: try reader.skipValue()
      }
    }
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("id", id)
    writer.member("topic_id", topicID)
    writer.member("title", title)
    writer.member("description", description)
    writer.member("accent_color", accentColor)
    writer.member("default_study_mode", mode.rawValue)
    writer.member("last_studied_at_ms", lastStudiedAt)
    if form == .whole || !options.isEmpty {
      writer.key("options")
      if options.isEmpty { writer.null() } else { writer.value(options.json) }
    }
    writer.clocks(updatedAt, deletedAt)
  }
}

extension JSONReader {
  /// Study options; null says what absence says.
  fileprivate mutating func studyOptions() throws(JSONError) -> StudyOptions {
    let start = offset
    let json = try value()
    guard case .object = json else {
      throw JSONError(offset: start, reason: "an object expected")
    }
    do throws(StudyOptionError) {
      return try StudyOptions(json: json)
    } catch {
      throw JSONError(offset: start, reason: error.message)
    }
  }
}
