public import FlashCommand
public import FlashModel

/// The cards that somebody named, each once, in the order given.
public struct GivenCards: Sendable, Hashable {
  public private(set) var ids: [CardID] = []
  /// What was named and can't be an id.
  public private(set) var faults: [CollectionError] = []
  private var known: Set<CardID> = []

  init() {}

  fileprivate mutating func add(_ text: String, line: Int?) {
    guard let id = CardID(text) else {
      faults.append(.notAnID(text, line: line))
      return
    }
    if known.insert(id).inserted { ids.append(id) }
  }

  fileprivate mutating func add(_ fault: CollectionError) { faults.append(fault) }
}

extension CommandContext {
  /// Reads the ids of cards.
  ///
  /// `-` stands for standard input: the first word of each line, so that the lines of a list do, or
  /// the member `id` or `card_id` of a line that is a JSON object. Blank lines are skipped. With
  /// `-0` lines end in NUL.
  /// - Throws: ``CollectionError/noCards`` if there are no operands; `StreamError`, `Interrupted`.
  public func cards(named operands: [String]) throws -> GivenCards {
    guard !operands.isEmpty else { throw CollectionError.noCards }
    var cards = GivenCards()
    for operand in operands {
      if operand == "-" { try readCards(into: &cards) } else { cards.add(operand, line: nil) }
    }
    return cards
  }

  private func readCards(into cards: inout GivenCards) throws {
    var number = 0
    while let line = try input.textLine(endedBy: nameSeparator) {
      number += 1
      guard let word = line.split(whereSeparator: \.isWhitespace).first else { continue }
      if word.utf8.first == UInt8(ascii: "{") {
        readObject(Array(line.utf8), line: number, into: &cards)
      } else {
        cards.add(String(word), line: number)
      }
    }
  }

  private func readObject(_ bytes: [UInt8], line: Int, into cards: inout GivenCards) {
    let object: JSONValue
    do throws(JSONError) {
      object = try JSONValue(parsing: bytes)
    } catch {
      return cards.add(.notJSON(line: line, reason: error.message))
    }
    if case .string(let text)? = object["card_id"] ?? object["id"] {
      cards.add(text, line: line)
    } else {
      cards.add(.noIDInObject(line: line))
    }
  }
}
