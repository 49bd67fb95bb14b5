import FlashModel

/// Something that the store signed about a subscription, and that has a place in its history.
struct StoreEntry: Sendable, Hashable {
  /// How it came.
  enum Kind: Sendable, Hashable {
    /// The store told us.
    case notified(type: String, subtype: String?)
    /// A device showed it.
    case presented
  }

  let kind: Kind
  /// Unique among what came in the same way.
  let id: String
  let signed: Timestamp
  let period: StoreTransaction?
  let renewal: StoreRenewal?

  /// Whether it was signed before another; an order without ties.
  func precedes(_ other: StoreEntry) -> Bool {
    guard signed == other.signed else { return signed < other.signed }
    guard (kind == .presented) == (other.kind == .presented) else { return kind == .presented }
    return id < other.id
  }

  /// The parts that are kept, as one JSON text.
  static func text(_ period: StoreTransaction?, _ renewal: StoreRenewal?) -> String {
    var members: [JSONValue.Member] = []
    if let period { members.append(.init("transaction", period.json)) }
    if let renewal { members.append(.init("renewal", renewal.json)) }
    return String(decoding: JSONValue.object(members).bytes, as: UTF8.self)
  }

  /// An entry as it was kept.
  init(kind: Kind, id: String, signed: Timestamp, kept text: String) {
    // Only what was written by us is read here; what cannot be read says nothing.
    let parts = try? JSONValue(parsing: Array(text.utf8))
    self.init(
      kind: kind, id: id, signed: signed,
      period: parts?["transaction"].flatMap { StoreTransaction($0) },
      renewal: parts?["renewal"].flatMap { StoreRenewal($0) })
  }

  init(
    kind: Kind, id: String, signed: Timestamp, period: StoreTransaction?, renewal: StoreRenewal?
  ) {
    self.kind = kind
    self.id = id
    self.signed = signed
    self.period = period
    self.renewal = renewal
  }
}
