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
}
