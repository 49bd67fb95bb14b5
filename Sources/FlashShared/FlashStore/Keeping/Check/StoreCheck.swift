public import FlashModel
internal import FlashScheduler
internal import FlashSQL
internal import FlashThreads

extension Store {
  /// Looks at everything: whether the file is whole, whether its rows agree with each other, and
  /// whether each card's schedule is what its log leads to. Nothing is changed.
  /// - Parameters:
  ///   - rules: with the collection's calendar; schedules that two devices led to depend on it.
  ///   - check: called several times a second; what it throws ends the check.
  /// - Complexity: reads the whole file, the log once more; about 200 bytes a card.
  public func check(
    by rules: StudyRules, at now: Timestamp, _ check: () throws -> Void = {}
  ) throws -> StoreCheckReport {
    // SQLite's own check takes as long as all the rest, so it runs beside it.
    let file = try pageCheck()
    var report = StoreCheckReport()
    do {
      try storing { () throws(SQLError) in try connection.execute("begin") }
      defer {
        // Ending a transaction that only read cannot fail in a way that matters.
        try? connection.execute("rollback")
      }
      report = try checkRows(by: rules, at: now, check)
    } catch StoreError.database(.corrupt(_, let reason)) {
      report.findings = [StoreFinding(.damage, count: 1, examples: [reason])]
    }
    let problems: [String]
    switch try file.result(check) {
    case .success(let found): problems = found
    case .failure(.corrupt(_, let reason)): problems = [reason]
    case .failure(let error): throw StoreError.database(error)
    }
    if !problems.isEmpty {
      report.findings.removeAll { $0.rule == .damage }
      report.findings.insert(
        StoreFinding(
          .damage, count: problems.count,
          examples: Array(problems.prefix(StoreFinding.exampleCount))), at: 0)
    }
    return report
  }

  private func pageCheck() throws(StoreError) -> SideWork<Result<[String], SQLError>> {
    guard FileFacts.size(path) > 0 else { return SideWork { .success([]) } }
    let connection = try StoreFile(path: path).connectionForReading()
    try storing { () throws(SQLError) in try connection.execute(StoreFile.settings) }
    let lent = Borrowed(connection)
    return SideWork { DatabaseCopy.problems(lent, "integrity_check") }
  }

  private func checkRows(
    by rules: StudyRules, at now: Timestamp, _ check: () throws -> Void
  ) throws -> StoreCheckReport {
    var report = StoreCheckReport()
    for rule in RowRule.all(at: now) {
      try check()
      let found = try rows(rule.sql) { $0.text(0) }
      guard !found.isEmpty else { continue }
      report.findings.append(
        StoreFinding(
          rule.rule, count: found.count,
          examples: Array(found.prefix(StoreFinding.exampleCount))))
    }
    let replay = try replayedCards(by: rules, check)
    report.cards = replay.cards
    report.reviews = replay.reviews
    for (rule, cards) in [
      (StoreRule.schedule, replay.differing), (.scheduleWithoutLog, replay.withoutLog),
      (.divergedMark, replay.wronglyMarked),
    ] where !cards.isEmpty {
      report.findings.append(
        StoreFinding(
          rule, count: cards.count,
          examples: cards.prefix(StoreFinding.exampleCount).map(\.id.description)))
    }
    for (rule, names) in [
      (StoreRule.missingMedia, try missingMedia()), (.damagedMedia, try damagedMedia(check)),
      (.strayMedia, try strayMedia()),
    ] where !names.isEmpty {
      report.findings.append(
        StoreFinding(
          rule, count: names.count, examples: Array(names.prefix(StoreFinding.exampleCount))))
    }
    report.findings.sort { $0.rule.place < $1.rule.place }
    return report
  }
}

extension StoreRule {
  /// Its place among all.
  fileprivate var place: Int { StoreRule.allCases.firstIndex(of: self) ?? 0 }
}
