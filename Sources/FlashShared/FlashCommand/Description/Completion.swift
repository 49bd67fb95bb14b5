/// What an option's value or an operand may be completed with.
public enum Completion: Sendable, Hashable {
  case none
  case files
  case directories
  /// The names of the collection's decks.
  case decks
  /// The ids of the collection's cards.
  case cards
  /// These words, in this order.
  case words([String])
  /// The fields of `--json`, after commas too.
  case fields
  /// What the program's ``Command/candidates(for:in:)`` gives for this name.
  case supplied(String)
}

/// One line of the completion engine's answer.
public struct CompletionCandidate: Sendable, Hashable {
  public var value: String
  public var description: String

  public init(_ value: String, _ description: String = "") {
    self.value = value
    self.description = description
  }
}

/// A question that only the program can answer, such as for deck names.
public struct CompletionRequest: Sendable, Hashable {
  /// ``Completion/decks``, ``Completion/cards`` or ``Completion/supplied(_:)``.
  public var kind: Completion
  /// What has been typed so far; an answer that does not begin so is dropped.
  public var prefix: String

  public init(kind: Completion, prefix: String) {
    self.kind = kind
    self.prefix = prefix
  }
}
