import FlashCollection
import FlashCommand
import FlashModel
import FlashText

/// `flash card check`.
struct CardCheck: Command {
  static let description = CommandDescription<CheckOptions>(
    name: "check", abstract: "find faults in text decks and cards",
    operands: [
      .repeated(
        "FILE", help: "text decks, folders of them, or ids of cards; '-' is standard input",
        into: \.operands, completion: .files)
    ],
    options: CheckOptions.list, fields: CheckRow.fields.specifications,
    exitCodes: [.partly, .badInput, .notFound, .tryLater, .notAllowed],
    traits: [.usesStore, .listsNames], manual: CardCheckManual.text)

  static func run(_ options: CheckOptions, in context: inout CommandContext) throws {
    guard options.query == nil || options.operands.isEmpty else {
      throw UsageError.other(
        "cards are found by --query, or files and cards are named, not both", hint: nil)
    }
    guard options.query != nil || !options.operands.isEmpty else {
      throw UsageError.missingOperand("FILE", command: context.invocation)
    }
    var run = try CheckRun(options, in: context)
    var cards: [String] = []
    for operand in options.operands {
      if operand == "-" {
        if try options.format == nil && listsCards(context.input) {
          cards.append(operand)
        } else {
          try run.takeInput()
        }
      } else if CardID(operand) != nil, !DirectoryEntry.exists(operand) {
        cards.append(operand)
      } else {
        try run.take(path: operand)
      }
    }
    if options.query != nil || !cards.isEmpty { try run.take(cards: cards) }
    try run.finish()
  }

  /// Whether standard input begins with the id of a card, as lists of cards do, or with a line of
  /// JSON from one.
  private static func listsCards(_ input: InputStream) throws -> Bool {
    var head: [UInt8] = []
    while !head.contains(0x0A), head.count < TextLimits.head, let chunk = try input.chunk() {
      head += chunk
    }
    input.giveBack(head)
    let line = head.prefix { $0 != 0x0A && $0 != 0 }
    if line.first == UInt8(ascii: "{") {
      // What is no JSON is a deck's affair.
      guard let object = try? JSONValue(parsing: Array(line)) else { return false }
      return object["card_id"] != nil || object["deck_id"] != nil
    }
    let word = line.prefix { $0 > 0x20 }
    return CardID(String(decoding: word, as: UTF8.self)) != nil
  }
}
