public import FlashModel

/// A batch of a client's changes, with each row where it stands in the body.
///
/// Rows are not read here: the server reads each over what it has stored, so that a member that is
/// absent stays, and a faulty row is refused alone.
public struct PushRequest: Sendable {
  /// The client's clock at sending; nil if it sent 0, which says that it does not know.
  public let clientClock: Timestamp?
  /// Whether its sender keeps the order of log entries itself, so that one without an `order_ms` has
  /// its `rated_at_ms`.
  public let keepsOrder: Bool
  /// What its sender has fetched; nil if it did not tell.
  public let place: SyncPlace?
  public let body: [UInt8]
  /// Where rows begin in the body, by entity, in the order given.
  public private(set) var rows: [[Int]]

  /// How many rows there are.
  public var count: Int { rows.reduce(0) { $0 + $1.count } }

  public subscript(entity: SyncEntity) -> [Int] { rows[entity.rawValue] }

  /// Finds the rows of a body.
  /// - Throws: ``Problem``: `.malformedJSON`, `.validationFailed` if the envelope is wrong.
  public init(body: [UInt8]) throws(Problem) {
    self.body = body
    rows = Array(repeating: [], count: SyncEntity.allCases.count)
    var clock: Int64?
    var hasRecords = false
    var keepsOrder = false
    var (since, epoch): (Int64?, Int64?) = (nil, nil)
    do throws(JSONError) {
      var reader = JSONReader(body)
      guard reader.peek() == UInt8(ascii: "{") else { throw PushRequest.notAnObject }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "client_clock_ms":
          guard let byte = reader.peek(), byte == 0x2D || (0x30...0x39).contains(byte) else {
            throw PushRequest.noClock
          }
          clock = try reader.integer()
        case "keeps_order": keepsOrder = try reader.value() == .bool(true)
        case "since": since = try reader.value().integer
        case "epoch": epoch = try reader.value().integer
        case "records":
          hasRecords = true
          try PushRequest.find(in: &reader, &rows)
        default: try reader.skipValue()
        }
      }
      try reader.end()
    } catch {
      guard let field = error.field else {
        throw Problem(.malformedJSON, "The body is not JSON: \(error.reason).")
      }
      throw Problem.invalid(field, error.reason)
    }
    guard let clock else { throw Problem.invalid("client_clock_ms", "is required") }
    guard hasRecords else { throw Problem.invalid("records", "is required") }
    self.keepsOrder = keepsOrder
    place = since.flatMap { since in epoch.map { SyncPlace(since: since, epoch: $0) } }
    clientClock = clock == 0 ? nil : Timestamp(milliseconds: clock)
  }

  private static let notAnObject = JSONError(offset: 0, reason: "must be an object", field: "")
  private static let noClock = JSONError(
    offset: 0, reason: "must be a whole number", field: "client_clock_ms")

  /// Steps over `records`: an object of lists, or an empty list.
  private static func find(
    in reader: inout JSONReader, _ rows: inout [[Int]]
  ) throws(JSONError) {
    let start = reader.offset
    switch reader.peek() {
    case UInt8(ascii: "["):
      try reader.beginArray()
      guard try !reader.nextElement() else {
        throw JSONError(offset: start, reason: "must be an object", field: "records")
      }
    case UInt8(ascii: "{"):
      try reader.beginObject()
      while let key = try reader.nextKey() {
        guard let entity = SyncEntity(key: key) else {
          try reader.skipValue()
          continue
        }
        guard reader.peek() == UInt8(ascii: "[") else {
          throw JSONError(offset: start, reason: "must be a list", field: "records.\(key)")
        }
        try reader.beginArray()
        while try reader.nextElement() {
          // Past white space, so that the offset is the row's own.
          _ = reader.peek()
          rows[entity.rawValue].append(reader.offset)
          try reader.skipValue()
        }
      }
    default: throw JSONError(offset: start, reason: "must be an object", field: "records")
    }
  }
}

/// Writes a push, row by row; rows of one entity stand together, parents before children. What depends
/// on the moment of sending stands behind them, so that rows can be written before.
public struct PushWriter: Sendable {
  private var writer = JSONWriter()
  private var entity: SyncEntity?
  public private(set) var count = 0

  public init() {
    writer.beginObject()
    writer.member("keeps_order", true)
    writer.key("records")
    writer.beginObject()
  }

  /// Bytes written so far.
  public var size: Int { writer.bytes.count }

  public mutating func row(_ record: some WireRecord) {
    let own = type(of: record).entity
    if own != entity {
      if entity != nil { writer.endArray() }
      writer.key(own.key)
      writer.beginArray()
      entity = own
    }
    record.write(to: &writer, as: .whole)
    count += 1
  }

  /// The body.
  /// - Parameter place: what the sender has fetched; nil says nothing of it.
  public mutating func finish(clientClock: Timestamp, place: SyncPlace? = nil) -> [UInt8] {
    if entity != nil { writer.endArray() }
    writer.endObject()
    writer.member("client_clock_ms", clientClock)
    if let place {
      writer.key("since")
      writer.value(place.since)
      writer.key("epoch")
      writer.value(place.epoch)
    }
    writer.endObject()
    return writer.bytes
  }
}
