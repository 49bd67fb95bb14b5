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
    guard row.sourceID.count <= 500 else {
      throw StoreError.invalid(field: "id", reason: "longer than 500 bytes")
    }
    let position = try row.position ?? nextPosition(in: row.deck)
    let change = try spareChange ?? store.nextChange()
    let isPlain = row.noteOrd == nil && row.detail == nil
    let statement = isPlain ? inserts.plain : inserts.detailed
    let after = isPlain ? nil : try scheduling(row, id)
    if !isPlain { try bindDetails(row, after, to: statement) }
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
    claimed.insert(key)
    try store.journalInsert(.cards, key: key)
    try tagNew(key, id, row)
    if !isPlain {
      if after != nil { counts.scheduled += 1 }
      try logNew(row, key: key, id, after)
    }
    return true
  }

  private func bindDetails(
    _ row: ImportRow, _ after: Scheduling?, to statement: SQLiteStatement
  ) throws {
    let detail = row.detail
    statement.bind(after ?? .new, at: 10)
    statement.bind(Int64(detail?.isSuspended == true ? 1 : 0), at: 19)
    statement.bind(try buriedUntil(row), at: 20)
    statement.bind(Int64(min(max(detail?.flag ?? 0, 0), 7)), at: 21)
    statement.bind(kind(of: row), at: 22)
    if row.noteOrd == nil {
      statement.bindNull(at: 23)
    } else {
      statement.bind(noteID(of: row), at: 23)
    }
    statement.bind(row.noteOrd, at: 24)
    if row.note.isEmpty {
      statement.bindNull(at: 25)
    } else {
      statement.bind(utf8: row.note, at: 25)
    }
    let made = detail?.madeAt ?? now
    statement.bind(min(made, now), at: 26)
    let marks = marks(of: row, else: CardMarks(flag: 0, isSuspended: false))
    statement.bind(tellsMarks ? Int(marks.stored) : nil, at: 27)
    if let hint = detail?.hint, !hint.isEmpty {
      statement.bind(utf8: hint[...], at: 28)
    } else {
      statement.bindNull(at: 28)
    }
    statement.bind(detail?.hint.map { Int(CardImport.hash(ofHint: $0)) }, at: 29)
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
