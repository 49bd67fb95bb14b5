public import FlashCommand

/// What a command changed in the collection.
public struct CollectionChange: Sendable, Hashable {
  /// The card's or deck's id; nil if several are meant.
  public var id: String?
  /// The name of a deck, topic or sub-topic.
  public var name: String?
  /// The command's verb, such as `suspend`.
  public var action: String
  public var cardsAffected: Int
  /// Whether undo takes it back. False if nothing changed.
  public var canUndo: Bool
  /// The card that an added one has the front of.
  public var duplicateOf: String?

  public init(
    id: String? = nil, name: String? = nil, action: String, cardsAffected: Int = 0,
    canUndo: Bool = true, duplicateOf: String? = nil
  ) {
    self.id = id
    self.name = name
    self.action = action
    self.cardsAffected = cardsAffected
    self.canUndo = canUndo
    self.duplicateOf = duplicateOf
  }

  /// The command that takes the newest change back.
  public static let undoCommand = "flash undo"

  /// The fields of a change of cards.
  public static let cardFields = Fields<CollectionChange>([
    .string("id") { $0.id },
    .string("action") { $0.action },
    .integer("cards_affected") { $0.cardsAffected },
    .string("undo") { $0.canUndo ? undoCommand : nil },
  ])

  /// The fields of a card that was added.
  public static let addedCardFields = Fields<CollectionChange>(
    cardFields.all + [.string("duplicate_of") { $0.duplicateOf }])

  /// The fields of a change of a deck, a topic or a sub-topic.
  public static let deckFields = Fields<CollectionChange>([
    .string("id") { $0.id },
    .string("name") { $0.name },
    .string("action") { $0.action },
    .integer("cards_affected") { $0.cardsAffected },
    .string("undo") { $0.canUndo ? undoCommand : nil },
  ])
}

extension CommandContext {
  /// Tells what was changed: one line for people, that names the undo, or one object a change.
  /// - Parameter text: such as `suspended 3 cards`.
  public func report(
    _ changes: [CollectionChange], _ fields: Fields<CollectionChange>, _ text: String
  ) throws {
    if let lines = try jsonLines(fields) {
      for change in changes { try lines.write(change) }
      return try lines.finish()
    }
    let canUndo = changes.contains(where: \.canUndo)
    try say(canUndo ? "\(text) (undo: \(CollectionChange.undoCommand))" : text)
  }
}

/// `1 card`, `2 cards`.
public func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
