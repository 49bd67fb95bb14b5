public import FlashCommand
public import FlashModel
public import FlashStore

/// The cards that were named and are there. What was not there has been told already.
public struct ResolvedCards: Sendable, Hashable {
  /// In the order given.
  public let ids: [CardID]
  let isPartial: Bool

  /// To be called when the rest has been done.
  /// - Throws: `Exit(.partly)` if some of what was named was not there.
  public func finish() throws {
    if isPartial { throw Exit(.partly) }
  }
}

extension CommandContext {
  /// Finds the cards that operands and standard input name, and tells on standard error of each that
  /// is not there.
  /// - Parameters:
  ///   - deleted: removed cards: only (true), not at all (false), also (nil).
  ///   - isStrict: whether one that is not there keeps the rest from being done.
  /// - Throws: ``CollectionError/noCards``; `Exit(.notFound)` if none is there, or one is not and
  ///   `isStrict`.
  public func resolvedCards(
    _ operands: [String], in store: Store, deleted: Bool? = false, isStrict: Bool
  ) throws -> ResolvedCards {
    let given = try cards(named: operands)
    let known = try store.knownCards(given.ids, deleted: deleted)
    var faults: [any UserFacingError] = given.faults
    if known.count < given.ids.count {
      let found = Set(known)
      let missing = given.ids.filter { !found.contains($0) }
      let removed = Set(try store.knownCards(missing, deleted: nil))
      for id in missing {
        faults.append(
          removed.contains(id)
            ? CollectionError.removed(id)
            : StoreError.notFound(what: .card, name: id.description, near: []))
      }
    }
    for fault in faults { report(fault) }
    if !faults.isEmpty, known.isEmpty || isStrict { throw Exit(.notFound) }
    return ResolvedCards(ids: known, isPartial: !faults.isEmpty)
  }

  /// The cards that a query finds.
  /// - Parameter deleted: removed cards: only (true), not at all (false), as the query says (nil).
  /// - Throws: `QueryError`, ``CollectionError/emptyQuery``.
  public func resolvedCards(
    query: String, in store: Store, deleted: Bool? = nil
  ) throws -> ResolvedCards {
    var filter = try filter(query: query, in: store)
    if let deleted { filter.deleted = deleted }
    return ResolvedCards(ids: try store.cardIDs(filter), isPartial: false)
  }
}
