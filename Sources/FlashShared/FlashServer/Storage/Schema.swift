import FlashSQL

/// The server's tables, in both dialects.
///
/// Numbered steps that are never edited once released: the next one of a part is added at its end.
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
    Step(version: 2, part: .directory, sql: directory2),
    Step(version: 3, part: .directory, sql: directory3),
    Step(version: 4, part: .directory, sql: directory4),
    Step(version: 1, part: .account, sql: account1),
    Step(version: 2, part: .account, sql: account2),
    Step(version: 3, part: .account, sql: account3),
    Step(version: 4, part: .account, sql: account4),
    Step(version: 5, part: .account, sql: account5),
  ]

  static func steps(of part: Part) -> [Step] { steps.filter { $0.part == part } }

  /// A step in a dialect: `{id}` and the like stand for its types.
  static func text(_ sql: String, _ dialect: SQLDialect) -> String {
    let types = types(dialect)
    var text: [UInt8] = []
    var rest = Array(sql.utf8)[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "{")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      let mark = String(decoding: rest[(start + 1)..<end], as: UTF8.self)
      text += rest[..<start] + Array((types[mark] ?? "{\(mark)}").utf8)
      rest = rest[(end + 1)...]
    }
    return String(decoding: text + rest, as: UTF8.self)
  }

  /// What marks stand for. Rows are keyed by their stamp where a file is one account's, else by user and
  /// id. `{only}` stands before a line that the other database does without.
  private static func types(_ dialect: SQLDialect) -> [String: String] {
    var types = [
      "id": dialect.id, "int": dialect.integer, "real": dialect.double, "blob": dialect.blob,
      "strict": dialect.tableSuffix,
    ]
    switch dialect {
    case .sqlite:
      types["stamp"] = "integer primary key"
      types["unique"] = " unique"
      types["key"] = ""
      types["of"] = ""
      types["only"] = "-- "
    case .postgreSQL:
      types["stamp"] = "bigint not null"
      types["unique"] = ""
      types["key"] = ",\nprimary key (user_id, id)"
      types["of"] = "user_id, "
      types["only"] = ""
    }
    return types
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
      deletion_noticed_ms {int},
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
      ended_ms {int},
      ended_reason text,
      last_pull_ms {int},
      last_push_ms {int}
    ){strict};
    create index sign_ins_by_user on sign_ins (user_id);

    create table tokens (
      hash {blob} not null primary key,
      sign_in_id {id} not null references sign_ins (id) on delete cascade,
      user_id {id} not null,
      kind text not null,
      pair {blob} not null,
      created_ms {int} not null,
      expires_ms {int} not null,
      rotated_ms {int},
      rotation_key {blob},
      rotation_salt {blob},
      is_used {int} not null default 0
    ){strict};
    create index tokens_by_sign_in on tokens (sign_in_id);
    create index tokens_by_end on tokens (expires_ms);

    create table magic_links (
      hash {blob} not null primary key,
      code_hash {blob} not null unique,
      login_hash {blob} unique,
      purpose text not null,
      email text not null,
      user_id {id},
      answer text,
      marketing_opt_in {int} not null default 0,
      created_ms {int} not null,
      expires_ms {int} not null,
      approved_ms {int},
      consumed_ms {int}
    ){strict};
    create index magic_links_by_email on magic_links (email);
    create index magic_links_by_user on magic_links (user_id);
    create index magic_links_by_end on magic_links (expires_ms);

    create table apple_tokens (
      hash {blob} not null primary key,
      expires_ms {int} not null
    ){strict};

    create table mails (
      id {id} not null primary key,
      kind text not null,
      recipient text not null,
      subject text not null,
      body text not null,
      created_ms {int} not null,
      next_try_ms {int} not null,
      tries {int} not null default 0,
      expires_ms {int},
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
      holder {blob},
      last_run_ms {int},
      last_outcome text
    ){strict};

    create table erasures (
      user_id {id} not null primary key,
      since_ms {int} not null
    ){strict};

    create table audit_events (
      id {id} not null primary key,
      at_ms {int} not null,
      actor text not null,
      action text not null,
      user_id {id},
      address text,
      request_id text
    ){strict};
    create index audit_events_by_user on audit_events (user_id);
    """
}
