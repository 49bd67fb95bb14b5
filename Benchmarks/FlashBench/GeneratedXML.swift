/// A large deck of AnkiApp made up from a seed, a card at a time: the same bytes on every machine.
///
/// 100,000 cards are 23 MB: two fields of HTML each, entities, markup in a quarter and tags in a tenth
/// of them.
struct GeneratedXML {
  private var deck = GeneratedDeck()

  static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <deck name="Large">
    <fields><rich-text name="Front" sides="11"/><rich-text name="Back" sides="01"/></fields>
    <cards>

    """
  static let foot = "</cards></deck>\n"

  /// The next card.
  mutating func card(_ number: Int) -> String {
    let tags = number.isMultiple(of: 10) ? " tags=\"t\(number % 7), part\(number % 50)\"" : ""
    let (front, back) = (deck.side(words: 9), deck.side(words: 10))
    let mark = number.isMultiple(of: 4) ? "<b>\(number)</b>" : "\(number)"
    return """
      <card\(tags)><rich-text name="Front">\(mark): \(front)</rich-text>\
      <rich-text name="Back">\(back) &amp; so on</rich-text></card>

      """
  }
}
