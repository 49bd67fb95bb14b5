public import FlashCommand

extension CommandOption {
  /// `-n`, which every command that changes the collection has.
  public static func dryRun(into path: any WritableKeyPath<Options, Bool> & Sendable) -> Self {
    .flag("dry-run", short: "n", help: "show what would change, change nothing", into: path)
  }

  /// `--strict`, which commands have that go over many cards.
  public static func strict(into path: any WritableKeyPath<Options, Bool> & Sendable) -> Self {
    .flag("strict", help: "change nothing if a card is not there", into: path)
  }

  /// `--query`, with which cards are found rather than named.
  public static func query(
    _ help: String = "the cards that this finds; see flash-query(7)",
    into path: any WritableKeyPath<Options, String?> & Sendable
  ) -> Self {
    .value(
      "query", named: "QUERY", help: help, into: path,
      completion: .supplied(CollectionCompletion.queries))
  }
}
