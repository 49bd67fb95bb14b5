public import FlashModel
internal import FlashSQL
internal import FlashText

// Files that no card shows any more.

extension Store {
  /// How long what a removed card shows is kept, in days.
  public static let keptMediaDays = 30

  /// Lets go of the files that nothing shows any more: no card or deck that is here, none that was
  /// removed lately, and nothing that undo or redo could bring back.
  /// - Returns: how many. ``vacuum()`` removes them from the media folder.
  public func dropUnshownMedia(at now: Timestamp) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      let assets = try assets()
      guard !assets.isEmpty else { return 0 }
      let shown = try shownMedia(at: now)
      let unshown = assets.filter { !shown.contains($0.name) }
      for asset in unshown {
        try storing { () throws(SQLError) in
          try connection.run("delete from assets where id = $1", SQLValue(asset.id))
        }
      }
      return unshown.count
    }
  }

  private func shownMedia(at now: Timestamp) throws(StoreError) -> Set<String> {
    let kept = now.advanced(by: -Int64(Store.keptMediaDays) * Timestamp.millisecondsPerDay)
    var shown: Set<String> = []
    let texts = """
      select front_text, back_text, note_text from cards
      where (instr(front_text, '](') or instr(back_text, '](') or instr(note_text, ']('))
        and (deleted_at_ms is null or deleted_at_ms >= $1 or exists (
          select 1 from action_rows
          where entity = \(SyncEntity.cards.rawValue) and cards.key between first_key and last_key))
      union all
      select description, null, null from decks where instr(description, '](')
      """
    _ = try rows(texts, [SQLValue(kept)]) { row in
      for column in 0..<3 {
        if let text = row.optionalText(column) { shown.formUnion(MarkdownMedia.names(of: text)) }
      }
    }
    // What an edit took away, an undo brings back.
    _ = try rows("select before from action_rows where instr(before, '](')") { row in
      guard case .object(let members)? = try? JSONValue(parsing: row.bytes(0)) else { return }
      for case .string(let text) in members.map(\.value) {
        shown.formUnion(MarkdownMedia.names(of: text))
      }
    }
    return shown
  }
}
