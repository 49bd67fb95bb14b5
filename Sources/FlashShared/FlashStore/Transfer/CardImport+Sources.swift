internal import FlashModel
internal import FlashSQL
internal import FlashText

// What a file says of its decks: description and study options.

extension CardImport {
  /// What a row of decks holds of it, besides the deck's own.
  private struct Stored {
    let description: String
    let options: StudyOptions
    /// As an import last wrote them; nil if none did.
    let importDescription: String?
    let importOptions: StudyOptions?
  }

  /// Gives a deck what its source says of it, as far as that was not changed here since. A deck that
  /// was made here keeps its own.
  /// - Parameter isNew: whether this import has made the deck.
  func followSource(_ source: SourceDeck, _ deck: ImportDeck, isNew: Bool) throws {
    guard let stored = try stored(deck) else { return }
    var changes: [Assignment] = []
    if let theirs = source.description,
      let last = stored.importDescription ?? (isNew ? "" : nil)
    {
      if theirs != last, stored.description == last {
        changes.append(("description", theirs.isEmpty ? .null : .text(theirs)))
      }
      changes.append(("import_description", .text(theirs)))
    }
    var hasOptions = false
    if let last = stored.importOptions ?? (isNew ? StudyOptions() : nil), let told = source.options
    {
      let theirs = try told.besides(StudyParameters(store.defaultOptions()))
      let mine = stored.options.following(theirs, since: last)
      hasOptions = mine != stored.options
      changes.append(("options", SQLValue(mine.stored)))
      changes.append(("import_options", .text(theirs.stored ?? "{}")))
    }
    guard !changes.isEmpty, try store.update(.decks, key: deck.key, set: changes, at: now) else {
      return
    }
    if hasOptions, !isNew, let rules = request.rules {
      try store.refoldDiverged(inDeck: deck.key, by: rules, at: now)
    }
  }

  private func stored(_ deck: ImportDeck) throws -> Stored? {
    try store.row(
      """
      select description, options, import_description, import_options from decks where key = $1
      """, [.integer(deck.key)]
    ) {
      Stored(
        description: $0.optionalText(0) ?? "",
        options: $0.optionalText(1).map { StudyOptions(stored: $0) } ?? StudyOptions(),
        importDescription: $0.optionalText(2),
        importOptions: $0.optionalText(3).map { StudyOptions(stored: $0) })
    }
  }
}

extension StudyOptions {
  /// These options without those that say what holds without them.
  fileprivate func besides(_ parameters: StudyParameters) -> StudyOptions {
    let known = StudyOptions(parameters)
    return merged { $0 == known.value(of: $1) ? nil : $0 }
  }

  /// These options, with those that another source has changed since as it has them, where they are
  /// as they were.
  fileprivate func following(_ source: StudyOptions, since last: StudyOptions) -> StudyOptions {
    merged { mine, name in
      let before = last.value(of: name)
      return mine == before ? source.value(of: name) : mine
    }
  }

  private func merged(_ value: (JSONValue?, String) -> JSONValue?) -> StudyOptions {
    var merged = StudyOptions()
    for name in StudyOptions.names {
      // Each value is one that options had, so it is in range.
      try? merged.set(name, to: value(self.value(of: name), name) ?? .null)
    }
    return merged
  }
}
