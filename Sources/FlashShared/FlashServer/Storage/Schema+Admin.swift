extension Schema {
  /// Tokens of operators, and what the record of their actions says beside who and what.
  ///
  /// Events are numbered without gaps, each with the digest of the one before it, so that one that
  /// was taken out or altered shows.
  static let directory3 = """
    create table admin_tokens (
      id {id} not null primary key,
      hash {blob} not null unique,
      name text not null,
      abilities text not null,
      created_ms {int} not null,
      created_by text,
      expires_ms {int} not null,
      last_used_ms {int},
      revoked_ms {int}
    ){strict};

    alter table tokens add column abilities text;
    alter table jobs add column last_duration_ms {int};
    alter table jobs add column has_failed {int} not null default 0;

    create table active_days (
      day {int} not null,
      user_id {id} not null references users (id) on delete cascade,
      reviews {int} not null,
      sessions {int} not null,
      cards {int} not null,
      primary key (day, user_id)
    ){strict};
    create index active_days_by_user on active_days (user_id);

    alter table audit_events add column number {int} not null default 0;
    alter table audit_events add column previous {blob};
    alter table audit_events add column target text;
    alter table audit_events add column reason text;
    alter table audit_events add column outcome text;
    alter table audit_events add column before_json text;
    alter table audit_events add column after_json text;
    update audit_events set number = (
      select count(*) from audit_events o where (o.at_ms, o.id) <= (audit_events.at_ms, audit_events.id));
    create unique index audit_events_by_number on audit_events (number);
    create index audit_events_by_actor on audit_events (actor, number);

    create index users_by_age on users (created_ms, id);
    create index users_by_address on users (coalesce(email, ''), id);
    create index users_by_use on users (coalesce(last_seen_ms, 0), id);
    """
}
