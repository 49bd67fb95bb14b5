extension Schema {
  // On SQLite, where a file is one account's, rows are keyed by their stamp, so that new ones are
  // appended and a pull reads on from where it stopped; on PostgreSQL by user and id.

  static let account1 =
    """
    create table account_state (
      user_id {id} not null primary key,
      last_arrived_ms {int} not null,
      resync_epoch {int} not null,
      horizon_ms {int} not null,
      deck_count {int} not null default 0,
      card_count {int} not null default 0,
      review_count {int} not null default 0
    ){strict};

    create table pull_cursors (
      user_id {id} not null,
      sign_in_id {id} not null,
      next_since {int} not null,
      epoch {int} not null,
      is_walk {int} not null,
      primary key (user_id, sign_in_id)
    ){strict};

    create table purged_ids (
      user_id {id} not null,
      entity {int} not null,
      id {id} not null,
      purged_ms {int} not null,
      primary key (user_id, entity, id)
    ){strict};
    """
    + rows(
      "topics",
      """
      name text not null,
      color_hint text,
      updated_at_ms {int} not null,
      deleted_at_ms {int}
      """)
    + rows(
      "decks",
      """
      topic_id {id},
      title text not null,
      description text,
      accent_color text not null,
      default_study_mode text not null,
      last_studied_at_ms {int},
      options text,
      updated_at_ms {int} not null,
      deleted_at_ms {int}
      """)
    + rows(
      "sub_topics",
      """
      deck_id {id} not null,
      name text not null,
      position {int} not null,
      color_hint text,
      updated_at_ms {int} not null,
      deleted_at_ms {int}
      """)
    + rows(
      "cards",
      """
      deck_id {id} not null,
      position {int} not null,
      state {int} not null,
      step {int},
      stability {real},
      difficulty {real},
      due_at_ms {int},
      last_reviewed_at_ms {int},
      last_scheduled_at_ms {int},
      reps {int} not null,
      lapses {int} not null,
      suspended {int} not null,
      buried_until_ms {int},
      flag {int} not null,
      kind text not null,
      note_id {id},
      note_ord {int},
      content_ms {int} not null,
      sched_ms {int} not null,
      deleted_at_ms {int},
      front_image_asset_id {id},
      back_image_asset_id {id},
      source_key text,
      hint text,
      front_text text not null,
      back_text text not null,
      note_text text,
      updated_at_ms {int} not null,
      log_order_ms {int},
      log_sign_in_id {id},
      diverged {int} not null,
      versions {blob}
      """, changesOften: true)
      + """
      create index cards_by_deck on cards ({of}deck_id);
      create index cards_diverged on cards ({of}deck_id) where diverged = 1;
      """
    + rows(
      "card_sub_topics",
      """
      card_id {id} not null,
      sub_topic_id {id} not null,
      updated_at_ms {int} not null,
      deleted_at_ms {int}
      """)
      + """
      create index card_sub_topics_by_card on card_sub_topics ({of}card_id);
      """
    + rows(
      "sessions",
      """
      deck_id {id} not null,
      mode text not null,
      started_at_ms {int} not null,
      ended_at_ms {int},
      cards_reviewed {int} not null,
      accuracy_pct {real} not null,
      mastery_delta {real} not null,
      updated_at_ms {int} not null,
      deleted_at_ms {int}
      """)
    + rows(
      "reviews",
      """
      card_id {id} not null,
      order_ms {int} not null,
      rated_at_ms {int} not null,
      kind {int} not null,
      rating {int},
      duration_ms {int} not null,
      session_id {id},
      cancels_id {id},
      state_before {blob},
      state_after {blob},
      scheduler text
      """)
      + """
      create index reviews_by_card on reviews ({of}card_id, order_ms);
      """

  /// How much an account holds, for its limit.
  static let account2 =
    "alter table account_state add column size_bytes {int} not null default 0;"

  /// The settings that schedules were last folded with.
  static let account3 = "alter table account_state add column folded_with text not null default '';"

  /// A table of rows that travel. A tombstone's age counts from when it was received.
  /// - Parameter changesOften: its rows stay where they are when their stamp changes, as each review
  ///   gives a card a new one.
  private static func rows(
    _ name: String, _ columns: String, changesOften: Bool = false
  ) -> String {
    let stamp = changesOften ? "{int} not null" : "{stamp}"
    let only = changesOften ? "" : "{only}"
    let received = name == "reviews" ? "" : ",\nreceived_ms {int} not null"
    let count = name == "decks" ? ",\ncard_count {int} not null default 0" : ""
    return """

      create table \(name) (
      arrived_ms \(stamp),
      user_id {id} not null,
      id {id} not null{unique},
      \(columns)\(received)\(count){key}
      ){strict};
      \(only)create index \(name)_by_arrival on \(name) ({of}arrived_ms);

      """
  }
}

extension Schema {
  // Collections as a whole, on their way from a device or to one, in parts.
  static let account4 = """
    create table snapshots (
      user_id {id} not null,
      id {id} not null,
      stage {int} not null,
      format {int} not null,
      bytes {int} not null,
      unpacked_bytes {int} not null,
      hash text not null,
      skew_ms {int},
      created_ms {int} not null,
      until_ms {int} not null,
      epoch {int} not null,
      rows {int} not null,
      primary key (user_id, id)
    ){strict};

    create table snapshot_parts (
      user_id {id} not null,
      snapshot_id {id} not null,
      number {int} not null,
      bytes {blob} not null,
      primary key (user_id, snapshot_id, number)
    ){strict};
    """

  /// Where clients stand, by which one is known that was told more than a backup has. All that was told
  /// before this step is older than the newest stamp of an account.
  static let account5 = """
    create table told_stamps (
      user_id {id} not null,
      stamp_ms {int} not null,
      primary key (user_id, stamp_ms)
    ){strict};
    insert into told_stamps select user_id, last_arrived_ms from account_state
    where last_arrived_ms > 0;
    """
}
