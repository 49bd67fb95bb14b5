internal import FlashModel

/// A rule that one query can check: its rows are what breaks it, each with a word for it.
struct RowRule {
  let rule: StoreRule
  let sql: String

  /// - Parameter now: the clock.
  static func all(at now: Timestamp) -> [RowRule] {
    [
      RowRule(
        rule: .foreignKeys,
        sql: #"select "table" || ' ' || rowid || ' of ' || parent from pragma_foreign_key_check"#),
      RowRule(rule: .damage, sql: zeroedTexts),
      RowRule(rule: .linkAcrossDecks, sql: linksAcrossDecks),
      RowRule(rule: .linkToRemoved, sql: linksToRemoved),
      RowRule(rule: .position, sql: sharedPositions),
      RowRule(rule: .blankSide, sql: blankSides), RowRule(rule: .clock, sql: clocksAhead(of: now)),
      RowRule(rule: .changeCounter, sql: uncountedChanges),
      RowRule(rule: .journal, sql: unreadableSteps),
      RowRule(rule: .logEntry, sql: unreadableEntries),
      RowRule(rule: .entryWithoutCard, sql: strayEntries),
      RowRule(rule: .options, sql: unreadableOptions), RowRule(rule: .deckPath, sql: sharedPaths),
    ]
  }

  /// The id in a column as it is written.
  private static func id(_ column: String) -> String {
    let hex = "lower(hex(\(column)))"
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
    return parts.map { "substr(\(hex), \($0.0), \($0.1))" }.joined(separator: " || '-' || ")
  }

  /// SQLite does not look into the pages to which a long text spills over, so one that was zeroed, or
  /// the missing end of a file, is only seen by bytes that no text of ours has.
  private static let zeroedTexts = """
    select 'zero bytes in card ' || \(id("id")) from cards
    where instr(cast(front_text as blob), x'00') > 0 or instr(cast(back_text as blob), x'00') > 0
      or instr(cast(note_text as blob), x'00') > 0
    order by key
    """

  private static let linksAcrossDecks = """
    select \(id("c.id")) from card_sub_topics l
    join cards c on c.key = l.card_key join sub_topics s on s.key = l.sub_topic_key
    where l.deleted_at_ms is null and c.deck_key <> s.deck_key order by l.key
    """

  private static let linksToRemoved = """
    select \(id("c.id")) from card_sub_topics l
    join cards c on c.key = l.card_key join sub_topics s on s.key = l.sub_topic_key
    where l.deleted_at_ms is null and s.deleted_at_ms is not null and c.deck_key = s.deck_key
    order by l.key
    """

  /// All but the first of those that share one.
  private static let sharedPositions = """
    select \(id("id")) from cards where key in (
      select key from (
        select key, lag(position) over (partition by deck_key order by position, key) = position
          as is_shared
        from cards indexed by cards_by_position where deleted_at_ms is null)
      where is_shared)
    order by key
    """

  private static let blank =
    "char(9, 10, 11, 12, 13, 32, 133, 160, 5760, 8232, 8233, 8239, 8287, 12288)"

  private static let blankSides = """
    select \(id("id")) from cards where deleted_at_ms is null
    and (trim(front_text, \(blank)) = ''
      or (trim(back_text, \(blank)) = '' and coalesce(kind, 'basic') <> 'cloze'))
    order by key
    """

  private static func clocksAhead(of now: Timestamp) -> String {
    let limit = now.milliseconds + Timestamp.millisecondsPerDay
    let tables = SyncEntity.allCases.map { entity in
      let clock =
        switch entity {
        case .cards: "max(content_ms, sched_ms)"
        case .reviews: "order_ms"
        default: "updated_at_ms"
        }
      return "select '\(entity.key) ' || \(id("id")) from \(entity.key) where \(clock) > \(limit)"
    }
    return tables.joined(separator: " union all ")
  }

  private static let uncountedChanges = SyncEntity.allCases.map {
    """
    select '\($0.key)'
    where (select max(change_seq) from \($0.key)) > (select change_seq from store)
    """
  }.joined(separator: " union all ")

  /// The condition on `actions a` for one whose journal is no JSON, or speaks of what can't be.
  static let unreadableStep = """
    exists (
      select 1 from action_rows j where j.action_seq = a.seq and (
        j.entity not between -1 and 6 or j.first_key > j.last_key
        or (j.before is not null
          and case when json_valid(j.before) then json_type(j.before) else '' end <> 'object')))
    """

  private static let unreadableSteps =
    "select a.label from actions a where \(unreadableStep) order by a.seq desc"

  /// Entries whose state before is no JSON, or whose state after is told by halves.
  private static let unreadableEntries = """
    select \(id("id")) from reviews
    where (state_before is not null
      and case when json_valid(state_before) then json_type(state_before) else '' end <> 'object')
    or (state is null) <> (reps is null) or (state is null) <> (lapses is null)
    or (stability is null) <> (difficulty is null)
    order by change_seq
    """

  private static let strayEntries = """
    select \(id("r.id")) from reviews r
    where not exists (select 1 from cards c where c.key = r.card_key) order by r.change_seq
    """

  private static let unreadableOptions = """
    select title from decks where options is not null
      and case when json_valid(options) then json_type(options) else '' end <> 'object'
    union all
    select name from settings where name = 'study.options'
      and case when json_valid(value) then json_type(value) else '' end <> 'object'
    """

  /// Each deck but the one with the smallest id, which is the one that a path means.
  private static let sharedPaths = """
    select title from decks d where deleted_at_ms is null and exists (
      select 1 from decks o
      where o.title = d.title and o.deleted_at_ms is null and o.id < d.id)
    order by title, id
    """
}
