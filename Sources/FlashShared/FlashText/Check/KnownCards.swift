/// The cards and ids that a check has seen so far, over all of its files.
///
/// Texts are kept as hashes, some forty bytes a card.
public final class KnownCards {
  /// What a card has in common with one that was seen before.
  enum Likeness: Equatable {
    case new
    case same(DeckFinding.Place)
    case sameFront(DeckFinding.Place)
  }

  private struct Place {
    let file: Int32
    let line: Int32
  }

  private var files: [String] = []
  private var cards: [Int: Place] = [:]
  private var fronts: [Int: Place] = [:]
  private var ids: [[UInt8]: Place] = [:]

  public init() {}

  /// Begins with a file, or whatever else cards are in.
  public func enter(_ file: String) { files.append(file) }

  /// Takes in a card.
  /// - Parameter deck: what the file says of its deck; equal fronts matter only within one.
  func add(
    front: ArraySlice<UInt8>, back: ArraySlice<UInt8>, deck: ArraySlice<UInt8>, line: Int
  ) -> Likeness {
    var hasher = Hasher()
    hash(front, into: &hasher)
    var deckHasher = hasher
    hash(back, into: &hasher)
    let card = hasher.finalize()
    hash(deck, into: &deckHasher)
    if deck.isEmpty { deckHasher.combine(files.count) }
    let sameFront = deckHasher.finalize()
    if let known = cards[card] { return .same(place(known)) }
    let here = Place(file: Int32(files.count - 1), line: Int32(clamping: line))
    cards[card] = here
    if let known = fronts[sameFront] { return .sameFront(place(known)) }
    fronts[sameFront] = here
    return .new
  }

  /// Takes in the id that a file gives a card.
  /// - Returns: where it was seen before.
  func add(id: ArraySlice<UInt8>, line: Int) -> DeckFinding.Place? {
    let key = Array(id)
    if let known = ids[key] { return place(known) }
    ids[key] = Place(file: Int32(files.count - 1), line: Int32(clamping: line))
    return nil
  }

  private func hash(_ text: ArraySlice<UInt8>, into hasher: inout Hasher) {
    let bytes = text.span
    hasher.combine(bytes.count)
    var index = 0
    while index + 8 <= bytes.count {
      hasher.combine(bytes.word(at: index))
      index += 8
    }
    while index < bytes.count {
      hasher.combine(bytes[index])
      index += 1
    }
  }

  private func place(_ place: Place) -> DeckFinding.Place {
    DeckFinding.Place(file: files[Int(place.file)], line: Int(place.line))
  }
}
