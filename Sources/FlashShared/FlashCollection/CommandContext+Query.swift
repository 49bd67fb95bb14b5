public import FlashCommand
internal import FlashModel
public import FlashStore
internal import FlashText

extension CommandContext {
  /// Now, with the study rules that hold for a collection.
  public func studyMoment(_ store: Store) throws -> StudyMoment {
    StudyMoment(now, by: try studyRules(store))
  }

  /// The cards that a query of more than white space finds.
  /// - Throws: `QueryError`; ``CollectionError/emptyQuery``.
  public func filter(query text: String, in store: Store) throws -> CardFilter {
    let query = try CardQuery(parsing: text)
    guard query != .all else { throw CollectionError.emptyQuery }
    return CardFilter(query, at: try studyMoment(store))
  }
}
