import FlashModel
import FlashText

/// What a Mochi export holds, in order: decks with their paths, templates, cards.
struct MochiCollection {
  /// The newest version of exports that is read here.
  private static let newestVersion = 2
  /// Decks within one another; what lies deeper hangs there.
  private static let deepestDeck = 100
  /// Characters of a name; longer ones make no deck.
  private static let longestName = 1_000

  struct Deck {
    let path: String
    let isArchived: Bool
  }

  struct Card {
    let value: DataValue
    /// Among ``decks``; nil for a card without one.
    let deck: Int?
    /// Its place in the file, from 1.
    let number: Int
  }

  private(set) var decks: [Deck] = []
  /// By id.
  private(set) var templates: [String: MochiTemplate] = [:]
  /// Deck by deck, each in its own order.
  private(set) var cards: [Card] = []

  /// - Throws: `.tooNew`, `.corrupt` for data of something else.
  init(_ tree: DataTree) throws(PackageError) {
    guard let root = tree.root, root.kind == .map else {
      throw .corrupt(reason: "the data is not what Mochi writes")
    }
    if let version = root["version"]?.number, version > Double(MochiCollection.newestVersion) {
      throw .tooNew(found: Int(min(version, 1e6)), supported: MochiCollection.newestVersion)
    }
    let listed = (root["decks"]?.elements ?? []).filter { $0.kind == .map }
    guard !listed.isEmpty || root["cards"] != nil else { throw .empty }
    var places: [String: Int] = [:]
    for (place, deck) in listed.enumerated() {
      if let id = deck["id"]?.text, places[id] == nil { places[id] = place }
    }
    decks = listed.map { MochiCollection.deck($0, among: listed, places) }
    for template in root["templates"]?.elements ?? [] {
      guard let id = template["id"]?.text else { continue }
      templates[id] = MochiTemplate(template)
    }
    var found: [(card: Card, order: ArraySlice<UInt8>?)] = []
    func add(_ list: DataValue?, _ deck: Int?) {
      for value in list?.elements ?? [] where value.kind == .map {
        let card = Card(
          value: value, deck: deck ?? value["deck-id"]?.text.flatMap { places[$0] },
          number: found.count + 1)
        found.append((card, value["pos"]?.bytes))
      }
    }
    for (place, deck) in listed.enumerated() { add(deck["cards"], place) }
    add(root["cards"], nil)
    cards = MochiCollection.sorted(found)
  }

  /// By deck and position; cards without one come last, as they stand.
  private static func sorted(
    _ cards: [(card: Card, order: ArraySlice<UInt8>?)]
  ) -> [Card] {
    cards.sorted { left, right in
      let decks = (left.card.deck ?? .max, right.card.deck ?? .max)
      guard decks.0 == decks.1 else { return decks.0 < decks.1 }
      switch (left.order, right.order) {
      case (let first?, let second?) where !first.elementsEqual(second):
        return first.lexicographicallyPrecedes(second)
      case (.some, nil): return true
      case (nil, .some): return false
      default: return left.card.number < right.card.number
      }
    }.map(\.card)
  }

  private static func deck(
    _ deck: DataValue, among decks: [DataValue], _ places: [String: Int]
  ) -> Deck {
    var names: [String] = []
    var isArchived = false
    var current: DataValue? = deck
    while let open = current, names.count < deepestDeck {
      names.append(String((open["name"]?.text ?? "").prefix(longestName)))
      isArchived = isArchived || open["archived?"]?.isTrue ?? false
      current = open["parent-id"]?.text.flatMap { places[$0] }.map { decks[$0] }
      // A deck within itself.
      if current?.index == deck.index { break }
    }
    return Deck(path: XMLFields.path(names.reversed()), isArchived: isArchived)
  }
}

/// A template of Mochi: text with the fields of a card between, `<< Field name >>`.
struct MochiTemplate {
  private enum Piece {
    case text(ArraySlice<UInt8>)
    /// By its id.
    case field(String)
  }

  private var pieces: [Piece] = []

  init(_ value: DataValue) {
    var ids: [String: String] = [:]
    for (key, field) in value["fields"]?.members ?? [] {
      let id = field["id"]?.text ?? key
      ids[id] = id
      if let name = field["name"]?.text { ids[CardText.cleaned(name)] = id }
    }
    // A copy, as what was cut from the tree's bytes would keep all of them.
    var rest = Array(value["content"]?.bytes ?? [])[...]
    while let open = rest.position(ofTwo: UInt8(ascii: "<")) {
      guard let close = rest[(open + 2)...].position(ofTwo: UInt8(ascii: ">")) else { break }
      let name = CardText.cleaned(String(decoding: rest[(open + 2)..<close], as: UTF8.self))
      if rest.startIndex < open { pieces.append(.text(rest[..<open])) }
      pieces.append(.field(ids[name] ?? ""))
      rest = rest[(close + 2)...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
  }

  /// What it costs to fill it in.
  var size: Int { pieces.count }

  /// The text with a card's fields in it.
  /// - Parameter limit: bytes; what goes beyond is cut off one byte behind it.
  func filled(_ card: DataValue, limit: Int) -> [UInt8] {
    var values: [String: ArraySlice<UInt8>] = [:]
    for (key, field) in card["fields"]?.members ?? [] {
      values[field["id"]?.text ?? key] = field["value"]?.bytes ?? []
    }
    var text: [UInt8] = []
    for piece in pieces where text.count <= limit {
      switch piece {
      case .text(let bytes): text += bytes
      case .field(let id): text += values[id] ?? []
      }
    }
    return text.count > limit ? Array(text.prefix(limit + 1)) : text
  }
}

extension ArraySlice<UInt8> {
  /// Where a byte stands twice in a row first; nil if it does not.
  fileprivate func position(ofTwo byte: UInt8) -> Int? {
    var place = startIndex
    while let found = self[place...].firstIndex(of: byte), found + 1 < endIndex {
      if self[found + 1] == byte { return found }
      place = found + 1
    }
    return nil
  }
}
