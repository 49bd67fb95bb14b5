internal import FlashModel
internal import FlashSQL
internal import FlashScheduler

// Cards that an import makes.

/// The statements that make a card: most rows of a text say so little that the short one does.
struct CardInserts {
  let plain: SQLiteStatement
  let detailed: SQLiteStatement
  let link: SQLiteStatement

  init(on connection: SQLiteConnection) throws(SQLError) {
    plain = try connection.prepare(
      """
      insert into cards (
        id, deck_key, position, state, reps, lapses, suspended, flag, content_ms, sched_ms,
        change_seq, import_hash, import_deck_key, source_key, front_text, back_text, added_ms)
      values ($1, $2, $3, 0, 0, 0, 0, 0, $4, $4, $5, $6, $2, $7, $8, $9, $4)
      on conflict (id) do nothing
      """)
    detailed = try connection.prepare(
      """
      insert into cards (
        id, deck_key, position, content_ms, sched_ms, change_seq, import_hash, import_deck_key,
        source_key, front_text, back_text,
        state, step, stability, difficulty, due_at_ms, last_reviewed_at_ms, last_scheduled_at_ms,
        reps, lapses, suspended, buried_until_ms, flag, kind, note_id, note_ord, note_text, added_ms,
        import_marks, hint, import_hint)
      values ($1, $2, $3, $4, $4, $5, $6, $2, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
        $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)
      on conflict (id) do nothing
      """)
    link = try connection.prepare(
      """
      insert into card_sub_topics (
        id, card_key, sub_topic_key, updated_at_ms, change_seq, imported)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (id) do nothing
      """)
  }
}

extension CardImport {
  /// Makes a card of a row, whose source key was made last.
  /// - Returns: false if there is a card with that id; then nothing has changed.
  @discardableResult
  func insert(_ row: ImportRow, id: CardID) throws -> Bool {
    try checkLength(ofSourceID: row)
    let position = try row.position ?? nextPosition(in: row.deck)
    let change = try spareChange ?? store.nextChange()
    let isPlain = row.noteOrd == nil && row.detail == nil
    let statement = isPlain ? inserts.plain : inserts.detailed
    let after = isPlain ? nil : try scheduling(row, id)
    if !isPlain { try bindDetails(row, after, to: statement, from: 0) }
    statement.bind(id, at: 1)
    statement.bind(row.deck.key, at: 2)
    statement.bind(Int64(position), at: 3)
    statement.bind(now, at: 4)
    statement.bind(change, at: 5)
    statement.bind(row.textHash, at: 6)
    try statement.run(utf8: [identity.sourceKey[...], row.front, row.back], from: 7)
    guard store.connection.changedRows == 1 else {
      spareChange = change
      return false
    }
    spareChange = nil
    if row.position == nil { positions[row.deck.key] = position + 1 }
    let key = store.connection.lastInsertedKey
    fill?.nextCard = key + 1
    try settleNew(row, key: key, id, after)
    return true
  }

  func checkLength(ofSourceID row: ImportRow) throws(StoreError) {
    guard row.sourceID.count <= 500 else {
      throw .invalid(field: "id", reason: "longer than 500 bytes")
    }
  }

  /// Notes that a card was made of a row, and gives it what belongs to it.
  /// - Parameter after: its schedule; nil if it is new.
  func settleNew(_ row: ImportRow, key: Int64, _ id: CardID, _ after: Scheduling?) throws {
    claimed.insert(key)
    try store.journalInsert(.cards, key: key)
    try tagNew(key, id, row)
    guard row.detail != nil else { return }
    if after != nil { counts.scheduled += 1 }
    try logNew(row, key: key, id, after)
  }

  /// Binds what few rows say: parameters 10 to 29 from `first` on.
  func bindDetails(
    _ row: ImportRow, _ after: Scheduling?, to statement: SQLiteStatement, from first: Int
  ) throws {
    let detail = row.detail
    statement.bind(after ?? .new, at: first + 10)
    statement.bind(Int64(detail?.isSuspended == true ? 1 : 0), at: first + 19)
    statement.bind(try buriedUntil(row), at: first + 20)
    statement.bind(Int64(min(max(detail?.flag ?? 0, 0), 7)), at: first + 21)
    statement.bind(kind(of: row), at: first + 22)
    if row.noteOrd == nil {
      statement.bindNull(at: first + 23)
    } else {
      statement.bind(noteID(of: row), at: first + 23)
    }
    statement.bind(row.noteOrd, at: first + 24)
    if row.note.isEmpty {
      statement.bindNull(at: first + 25)
    } else {
      statement.bind(utf8: row.note, at: first + 25)
    }
    let made = detail?.madeAt ?? now
    statement.bind(min(made, now), at: first + 26)
    let marks = marks(of: row, else: CardMarks(flag: 0, isSuspended: false))
    statement.bind(tellsMarks ? Int(marks.stored) : nil, at: first + 27)
    if let hint = detail?.hint, !hint.isEmpty {
      statement.bind(utf8: hint[...], at: first + 28)
    } else {
      statement.bindNull(at: first + 28)
    }
    statement.bind(detail?.hint.map { Int(CardImport.hash(ofHint: $0)) }, at: first + 29)
  }

  /// The end of the study day in which a card was put aside; nil if that is past.
  private func buriedUntil(_ row: ImportRow) throws -> Timestamp? {
    guard let moment = row.detail?.buriedAt, let scheduler = try scheduler(row.deck) else {
      return nil
    }
    let end = scheduler.calendar.end(of: scheduler.calendar.day(of: moment))
    return end > now ? end : nil
  }
}
