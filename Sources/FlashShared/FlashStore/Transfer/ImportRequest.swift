public import FlashModel
public import FlashText

/// How an import treats the rows of a file.
public struct ImportRequest: Sendable {
  /// What undo calls it, such as `import deck.csv`.
  public var label: String
  public var policy = DuplicatePolicy.update
  /// Whether it brings back what was removed here.
  public var restoresRemoved = false
  /// How the schedules of other programs are taken over; nil leaves them.
  public var rules: StudyRules?
  /// Whether they are worked out anew, from log or ease.
  public var reschedules = false
  /// What the file tells of all its cards.
  public var telling: SourceFacts = []
  /// Those of the rows' sub-topics that are no words of the file's.
  public var givenTags: [String] = []
  /// What the file says of decks besides their cards.
  public var decks: [SourceDeck] = []
  /// Whether to look for cards that the file no longer has.
  public var tellsMissing = false
  /// Whether it takes a few seconds at most, so that programs that read may be kept waiting for it.
  public var isBrief = false

  public init(_ label: String) { self.label = label }
}

extension Store {
  /// Imports rows as one action: all of them, or, after an error, none.
  /// - Parameters:
  ///   - check: called every few rows while waiting ones are settled; throws to end the import.
  ///   - body: adds the rows; what it throws ends the import.
  public func importCards(
    _ request: ImportRequest, at now: Timestamp, check: () throws -> Void = {},
    _ body: (CardImport) throws -> Void
  ) throws -> ImportCounts {
    defer { SideLog.detach(from: connection) }
    return try fillingTransaction(isBrief: request.isBrief, leavesChecks: true) {
      action = ActionInProgress(label: request.label, now: now)
      defer { action = nil }
      let indexes = try LateIndexes(of: self)
      let cards = try CardImport(
        request, into: self, at: now, newEntries: EntryInserts(beside: try indexes.log(of: self)))
      try body(cards)
      try cards.finish(check: check)
      try indexes.make(in: self)
      try cards.newEntries.finish(in: self)
      if request.tellsMissing { try cards.findMissing() }
      try endAction()
      if isUnchecked { try checkFewRows() }
      return cards.counts
    }
  }
}
