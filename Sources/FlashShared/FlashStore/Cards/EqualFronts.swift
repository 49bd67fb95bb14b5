public import FlashModel
internal import FlashSQL

extension Store {
  /// How far back ``firstCards(withFronts:inDeckOf:)`` looks. No index knows fronts, which may be
  /// long, and adding a card to a large deck is not to take longer than to a small one.
  public static let comparedFronts = 20_000

  /// The first card with each of some fronts, in the order of their deck, among the last
  /// ``comparedFronts`` of it and as many more as there are fronts.
  /// - Parameter id: a card of the deck.
  public func firstCards(
    withFronts fronts: [String], inDeckOf id: CardID
  ) throws(StoreError) -> [String: CardID] {
    let wanted = JSONValue.array(fronts.map { .string($0) }).bytes
    let found = try rows(
      """
      select front_text, id from (
        select front_text, id from cards
        where deck_key = (select deck_key from cards where id = $1) and deleted_at_ms is null
        order by position desc limit $3)
      where front_text in (select value from json_each($2))
      """,
      [
        SQLValue(id), .text(String(decoding: wanted, as: UTF8.self)),
        .integer(Int64(Store.comparedFronts + fronts.count)),
      ]
    ) { (front: $0.text(0), id: $0.identifier(1) ?? CardID.nothing) }
    return Dictionary(found.map { ($0.front, $0.id) }, uniquingKeysWith: { _, earlier in earlier })
  }
}
