extension Card: WireRecord {
  /// Bytes of UTF-8 in one side.
  public static let longestSide = 1 << 20

  public static var entity: SyncEntity { .cards }
  public static var blank: Card {
    Card(
      id: .nothing, deckID: .nothing, front: "", back: "", contentUpdatedAt: .untold,
      schedulingUpdatedAt: .untold)
  }

  public var missingMember: String? {
    if id == .nothing { return "id" }
    if deckID == .nothing { return "deck_id" }
    return updatedAt == .untold ? "updated_at_ms" : nil
  }

  /// As ``WireRecord/readMembers(from:)``. A row with one clock, as other clients send it, sets
  /// both.
  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    var schedule = SchedulingMembers(scheduling)
    var (updated, content, scheduled): (Timestamp?, Timestamp?, Timestamp?) = (nil, nil, nil)
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "updated_at_ms": updated = try reader.timestamp()
      case "content_ms": content = try reader.timestampOrNull()
      case "sched_ms": scheduled = try reader.timestampOrNull()
      default:
        if try readText(key, from: &reader) { return }
        if try readContent(key, from: &reader) { return }
        if try schedule.read(key, from: &reader) { return }
        try reader.skipValue()
      }
    }
    scheduling = try schedule.result(start)
    if let clock = content ?? updated { contentUpdatedAt = clock }
    if let clock = scheduled ?? updated { schedulingUpdatedAt = clock }
  }

  /// - Returns: false if `key` names none; nothing is read then.
  private mutating func readText(
    _ key: String, from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    switch key {
    case "front_text": front = try reader.text(atMost: Card.longestSide)
    case "back_text": back = try reader.text(atMost: Card.longestSide)
    case "hint": hint = try reader.textOrNull(atMost: 65_536)
    case "note_text": noteText = try reader.textOrNull(atMost: Card.longestSide)
    case "source_key": sourceKey = try reader.textOrNull(atMost: 512)
    default: return false
    }
    return true
  }

  /// - Returns: false if `key` names none; nothing is read then.
  private mutating func readContent(
    _ key: String, from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    switch key {
    case "id": id = try reader.identifier()
    case "deck_id": deckID = try reader.identifier()
    case "front_image_asset_id": frontImageAssetID = try reader.identifierOrNull()
    case "back_image_asset_id": backImageAssetID = try reader.identifierOrNull()
    case "position": position = try reader.integer(in: 0...Int(Int32.max))
    case "suspended": isSuspended = try reader.readNull() ? false : reader.bool()
    case "buried_until_ms": buriedUntil = try reader.timestampOrNull()
    case "flag": flag = try reader.integerOrNull(in: 0...7) ?? 0
    case "kind": kind = try reader.readNull() ? .basic : reader.word()
    case "note_id": noteID = try reader.identifierOrNull()
    case "note_ord": noteOrd = try reader.integerOrNull(in: 0...Int(Int32.max))
    case "deleted_at_ms": deletedAt = try reader.timestampOrNull()
    default: return false
    }
    return true
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writeMembers(to: &writer, as: form, updatedAt: updatedAt)
  }

  /// As ``WireRecord/writeMembers(to:as:)``, with a clock of the writer's own for clients that know
  /// one alone.
  public func writeMembers(
    to writer: inout JSONWriter, as form: WireForm, updatedAt: Timestamp
  ) {
    writer.member("id", id)
    writer.member("deck_id", deckID)
    writer.member("front_text", front)
    writer.member("back_text", back)
    writer.member("front_image_asset_id", frontImageAssetID)
    writer.member("back_image_asset_id", backImageAssetID)
    writer.member("position", position)
    scheduling.writeMembers(to: &writer, as: form)
    writeExtensions(to: &writer, all: form == .whole)
    writer.member("content_ms", contentUpdatedAt)
    writer.member("sched_ms", schedulingUpdatedAt)
    writer.clocks(updatedAt, deletedAt)
  }

  /// The members that are ours.
  private func writeExtensions(to writer: inout JSONWriter, all: Bool) {
    if all || isSuspended { writer.member("suspended", isSuspended) }
    if all || buriedUntil != nil { writer.member("buried_until_ms", buriedUntil) }
    if all || flag != 0 { writer.member("flag", flag) }
    if all || kind != .basic { writer.member("kind", kind.rawValue) }
    if all || hint != nil { writer.member("hint", hint) }
    if all || noteID != nil { writer.member("note_id", noteID) }
    if all || noteOrd != nil { writer.member("note_ord", noteOrd) }
    if all || noteText != nil { writer.member("note_text", noteText) }
    if all || sourceKey != nil { writer.member("source_key", sourceKey) }
  }
}
