internal import FlashModel
public import FlashStore
public import FlashText

extension ExportRow {
  /// The line of a record.
  public init(_ record: StoredRecord) {
    switch record {
    case .setting(let setting):
      self = .other(
        entity: "settings",
        row: .object([
          JSONValue.Member("name", .string(setting.name)),
          JSONValue.Member("value", .string(setting.value)),
          JSONValue.Member("updated_at_ms", JSONValue(setting.updatedAt)),
        ]))
    case .topic(let topic): self = .topic(topic)
    case .deck(let deck): self = .deck(deck)
    case .subTopic(let subTopic): self = .subTopic(subTopic)
    case .card(let card): self = .card(card)
    case .session(let session): self = .session(session)
    case .link(let link): self = .cardSubTopic(link)
    case .review(let review): self = .review(review)
    }
  }

  /// The line of a file, which is listed by what tells it from any other.
  /// - Parameter path: where it lies, for those who have no other way to it.
  public init(_ asset: StoredAsset, path: String? = nil) {
    var members = [
      JSONValue.Member("name", .string(asset.name)),
      JSONValue.Member("sha256", .string(asset.hash)),
      JSONValue.Member("size", .integer(Int64(asset.size))),
    ]
    if let path { members.append(JSONValue.Member("path", .string(path))) }
    self = .other(entity: "assets", row: .object(members))
  }
}
