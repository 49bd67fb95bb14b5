public import FlashModel
internal import FlashSQL

// Settings that belong to the collection, and travel with it, rather than to a machine.

extension Store {
  /// A setting that people or programs keep in the collection; nil if it was never set.
  public func setting(_ name: String) throws(StoreError) -> String? {
    try row("select value from settings where name = $1", [.text(name)]) { $0.text(0) }
  }

  /// Sets a setting; nil takes it away.
  public func setSetting(
    _ name: String, to value: String?, at now: Timestamp
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try write(setting: name, value, at: now)
    }
  }

  /// Sets a setting within the action that is being done, and notes what it was; nil takes it away.
  /// - Returns: whether it had another value.
  @discardableResult
  func update(
    setting name: String, to value: String?, at now: Timestamp
  ) throws(StoreError) -> Bool {
    let before = try setting(name)
    guard before != value else { return false }
    try journal(setting: name, before: before)
    try write(setting: name, value, at: now)
    return true
  }

  private func write(
    setting name: String, _ value: String?, at now: Timestamp
  ) throws(StoreError) {
    try storing { () throws(SQLError) in
      guard let value else {
        return try connection.run("delete from settings where name = $1", .text(name))
      }
      try connection.run(
        """
        insert into settings values ($1, $2, $3)
        on conflict (name) do update set value = excluded.value,
          updated_at_ms = max(excluded.updated_at_ms, updated_at_ms + 1)
        """, .text(name), .text(value), .integer(now.milliseconds))
    }
  }

  /// The study options that decks leave open, as the owner set them.
  public func defaultOptions() throws(StoreError) -> StudyOptions {
    try setting("study.options").map(StudyOptions.init(stored:)) ?? StudyOptions()
  }

  /// The parameters a deck is studied with: its own options, else the defaults of the collection,
  /// else those that ship.
  public func parameters(of deck: Deck) throws(StoreError) -> StudyParameters {
    StudyParameters(deck.options.filled(from: try defaultOptions()))
  }
}
