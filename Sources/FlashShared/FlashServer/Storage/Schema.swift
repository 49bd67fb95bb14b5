import FlashSQL

/// The server's tables, in both dialects.
///
/// Numbered steps that are never edited once released: the next one is added at the end.
enum Schema {
  /// Which set of tables a step belongs to.
  enum Part: String, CaseIterable {
    case directory
    case account
  }

  struct Step {
    let version: Int
    let part: Part
    let sql: String
  }

  static let steps: [Step] = [
    Step(version: 1, part: .directory, sql: directory1),
    Step(version: 1, part: .account, sql: account1),
  ]

  static func steps(of part: Part) -> [Step] { steps.filter { $0.part == part } }

  /// A step in a dialect: `{id}` and the like stand for its types.
  static func text(_ sql: String, _ dialect: SQLDialect) -> String {
    var text = sql
    for (mark, type) in [
      ("{id}", dialect.id), ("{int}", dialect.integer), ("{real}", dialect.double),
      ("{blob}", dialect.blob), ("{strict}", dialect.tableSuffix),
    ] {
      text = replacing(mark, with: type, in: text)
    }
    return text
  }

  private static func replacing(_ mark: String, with type: String, in text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let range = rest.firstRange(of: mark) {
      result += rest[..<range.lowerBound] + type
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  private static let directory1 = """
    create table users (
      id {id} not null primary key,
      email text unique,
      name text,
      avatar_url text,
      auth_provider text not null,
      daily_goal_cards {int} not null default 20,
      reminder_time_local text,
      reminder_enabled {int} not null default 0,
      theme_preference text not null default 'system',
      subscription_status text not null default 'free',
      subscription_expires_ms {int},
      plan_key text not null default 'free',
      marketing_opt_in {int} not null default 0,
      scheduled_delete_ms {int},
      daily_new_card_limit {int} not null default 10,
      timezone text,
      study_timezone text,
      study_rollover {int},
      study_options text,
      disabled_ms {int},
      disabled_reason text,
      note text,
      updated_at_ms {int} not null,
      created_ms {int} not null,
      last_seen_ms {int},
      deck_count {int} not null default 0,
      card_count {int} not null default 0,
      review_count {int} not null default 0
    ){strict};
    create index users_by_deletion on users (scheduled_delete_ms);

    create table identities (
      provider text not null,
      subject text not null,
      user_id {id} not null references users (id) on delete cascade,
      email text,
      created_ms {int} not null,
      last_used_ms {int},
      primary key (provider, subject)
    ){strict};
    create index identities_by_user on identities (user_id);

    create table sign_ins (
      id {id} not null primary key,
      user_id {id} not null references users (id) on delete cascade,
      device text,
      user_agent text,
      last_address text,
      push_token text unique,
      pull_cursor {int} not null default 0,
      created_ms {int} not null,
      last_used_ms {int} not null,
      ends_ms {int} not null,
      last_pull_ms {int},
      last_push_ms {int}
    ){strict};
    create index sign_ins_by_user on sign_ins (user_id);

    create table tokens (
      hash {blob} not null primary key,
      sign_in_id {id} not null references sign_ins (id) on delete cascade,
      user_id {id} not null,
      kind text not null,
      created_ms {int} not null,
      expires_ms {int} not null,
      rotated_ms {int},
      rotation_key {blob},
      successor {blob},
      is_used {int} not null default 0
    ){strict};
    create index tokens_by_sign_in on tokens (sign_in_id);
    create index tokens_by_end on tokens (expires_ms);

    create table magic_links (
      hash {blob} not null primary key,
      code_hash {blob} not null unique,
      email text not null,
      marketing_opt_in {int} not null default 0,
      created_ms {int} not null,
      expires_ms {int} not null,
      approved_ms {int},
      consumed_ms {int}
    ){strict};
    create index magic_links_by_email on magic_links (email);
    create index magic_links_by_end on magic_links (expires_ms);

    create table apple_tokens (
      hash {blob} not null primary key,
      expires_ms {int} not null
    ){strict};

    create table mails (
      id {id} not null primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      created_ms {int} not null,
      next_try_ms {int} not null,
      tries {int} not null default 0,
      sent_ms {int},
      last_error text
    ){strict};
    create index mails_by_turn on mails (next_try_ms);

    create table idempotency_keys (
      user_id {id} not null,
      operation text not null,
      key text not null,
      body_hash {blob} not null,
      status {int},
      content_type text,
      response {blob},
      created_ms {int} not null,
      primary key (user_id, operation, key)
    ){strict};
    create index idempotency_keys_by_age on idempotency_keys (created_ms);

    create table buckets (
      name text not null primary key,
      began_ms {int} not null,
      used {int} not null
    ){strict};

    create table jobs (
      name text not null primary key,
      next_run_ms {int} not null,
      held_until_ms {int},
      last_run_ms {int},
      last_outcome text
    ){strict};
    """

  private static let account1 = """
    create table account_state (
      user_id {id} not null primary key,
      last_arrived_ms {int} not null,
      resync_epoch {int} not null,
      horizon_ms {int} not null
    ){strict};

    create table topics (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
      name text not null,
      color_hint text,
      updated_at_ms {int} not null,
      deleted_at_ms {int},
      received_ms {int} not null,
      primary key (user_id, id)
    ){strict};
    create index topics_by_arrival on topics (user_id, arrived_ms);

    create table decks (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
      topic_id {id},
      title text not null,
      description text,
      accent_color text not null,
      default_study_mode text not null,
      last_studied_at_ms {int},
      options text,
      updated_at_ms {int} not null,
      deleted_at_ms {int},
      received_ms {int} not null,
      primary key (user_id, id)
    ){strict};
    create index decks_by_arrival on decks (user_id, arrived_ms);

    create table sub_topics (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
      deck_id {id} not null,
      name text not null,
      position {int} not null,
      color_hint text,
      updated_at_ms {int} not null,
      deleted_at_ms {int},
      received_ms {int} not null,
      primary key (user_id, id)
    ){strict};
    create index sub_topics_by_arrival on sub_topics (user_id, arrived_ms);

    create table cards (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
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
      updated_at_ms {int} not null,
      deleted_at_ms {int},
      received_ms {int} not null,
      has_log {int} not null default 0,
      front_image_asset_id {id},
      back_image_asset_id {id},
      source_key text,
      hint text,
      front_text text not null,
      back_text text not null,
      note_text text,
      primary key (user_id, id)
    ){strict};
    create index cards_by_arrival on cards (user_id, arrived_ms);
    create index cards_by_deck on cards (user_id, deck_id);

    create table card_sub_topics (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
      card_id {id} not null,
      sub_topic_id {id} not null,
      updated_at_ms {int} not null,
      deleted_at_ms {int},
      received_ms {int} not null,
      primary key (user_id, id)
    ){strict};
    create index card_sub_topics_by_arrival on card_sub_topics (user_id, arrived_ms);
    create index card_sub_topics_by_card on card_sub_topics (user_id, card_id);

    create table sessions (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
      deck_id {id} not null,
      mode text not null,
      started_at_ms {int} not null,
      ended_at_ms {int},
      cards_reviewed {int} not null,
      accuracy_pct {real} not null,
      mastery_delta {real} not null,
      updated_at_ms {int} not null,
      deleted_at_ms {int},
      received_ms {int} not null,
      primary key (user_id, id)
    ){strict};
    create index sessions_by_arrival on sessions (user_id, arrived_ms);

    create table reviews (
      user_id {id} not null,
      id {id} not null,
      arrived_ms {int} not null,
      card_id {id} not null,
      order_ms {int} not null,
      rated_at_ms {int} not null,
      kind {int} not null,
      rating {int},
      duration_ms {int} not null,
      session_id {id},
      cancels_id {id},
      state_before text,
      state_after text,
      scheduler text not null,
      primary key (user_id, id)
    ){strict};
    create index reviews_by_arrival on reviews (user_id, arrived_ms);
    create index reviews_by_card on reviews (user_id, card_id, order_ms);

    create table purged_ids (
      user_id {id} not null,
      entity {int} not null,
      id {id} not null,
      purged_ms {int} not null,
      primary key (user_id, entity, id)
    ){strict};
    """
}
