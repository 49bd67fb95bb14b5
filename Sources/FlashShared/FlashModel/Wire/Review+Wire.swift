extension Review: WireRecord {
  public static var entity: SyncEntity { .reviews }
  public static var blank: Review {
    Review(
      id: .nothing, cardID: .nothing, rating: nil, ratedAt: .untold, order: .untold, before: nil,
      after: nil)
  }

  /// The log has no tombstones.
  public var deletedAt: Timestamp? {
    get { nil }
    set {}
  }

  public var missingMember: String? {
    if id == .nothing { return "id" }
    if cardID == .nothing { return "card_id" }
    return ratedAt == .untold ? "rated_at_ms" : nil
  }

  public mutating func readMembers(from reader: inout JSONReader) throws(JSONError) {
    var told: Timestamp?
    try reader.members { (key, reader) throws(JSONError) in
      switch key {
      case "id": id = try reader.identifier()
      case "card_id": cardID = try reader.identifier()
      case "session_id": sessionID = try reader.identifierOrNull()
      case "kind": kind = try reader.word { ReviewKind(word: $0) }
      case "cancels_id": cancelsID = try reader.identifierOrNull()
      case "rating": rating = try reader.integerOrNull(in: 1...4).flatMap(Rating.init(rawValue:))
      case "review_duration_ms": durationMilliseconds = try reader.integer(in: 0...Int(Int32.max))
      case "rated_at_ms": ratedAt = try reader.timestamp()
      case "order_ms": told = try reader.timestampOrNull()
      case "state_before": before = try reader.snapshot()
      case "state_after": after = try reader.snapshot()
      case "scheduler_version": schedulerVersion = try reader.text(atMost: 256)
      default: try reader.skipValue()
      }
    }
    order = told ?? ratedAt
  }

  public func writeMembers(to writer: inout JSONWriter, as form: WireForm) {
    writer.member("id", id)
    writer.member("card_id", cardID)
    writer.member("session_id", sessionID)
    if kind != .review { writer.member("kind", kind.word) }
    if let cancelsID { writer.member("cancels_id", cancelsID) }
    writer.member("rating", rating?.rawValue)
    writer.member("review_duration_ms", durationMilliseconds)
    writer.member("rated_at_ms", ratedAt)
    if order != ratedAt { writer.member("order_ms", order) }
    writer.snapshot("state_before", before)
    writer.snapshot("state_after", after)
    writer.member("scheduler_version", schedulerVersion)
    writer.member("updated_at_ms", ratedAt)
  }
}

extension JSONReader {
  /// A schedule as it was; nil for an empty one, which may also be written as an empty array.
  fileprivate mutating func snapshot() throws(JSONError) -> Scheduling? {
    let start = offset
    if peek() == UInt8(ascii: "[") {
      try beginArray()
      guard try !nextElement() else { throw JSONError(offset: start, reason: "a state expected") }
      return nil
    }
    guard try !readNull() else { return nil }
    var members = SchedulingMembers(.new)
    var isEmpty = true
    try self.members { (key, reader) throws(JSONError) in
      isEmpty = false
      if try !members.read(key, from: &reader) { try reader.skipValue() }
    }
    return isEmpty ? nil : try members.result(start)
  }
}

extension JSONWriter {
  /// A snapshot; an empty object if there is none.
  fileprivate mutating func snapshot(_ name: String, _ scheduling: Scheduling?) {
    key(name)
    beginObject()
    scheduling?.writeMembers(to: &self, as: .sparse)
    endObject()
  }
}
