extension Schema {
  /// Plans with what they allow, what was granted by hand, and reminders.
  ///
  /// A plan that is edited leaves its version behind, for accounts that keep it. What an account's plan
  /// is stands with the account, settled whenever a grant or a purchase changes.
  static let directory2 = """
    create table plans (
      key text not null primary key,
      label text not null,
      rank {int} not null,
      is_public {int} not null,
      is_default {int} not null default 0,
      version {int} not null,
      entitlements text not null,
      updated_ms {int} not null
    ){strict};

    create table plan_versions (
      key text not null references plans (key) on delete cascade,
      version {int} not null,
      label text not null,
      entitlements text not null,
      primary key (key, version)
    ){strict};

    create table plan_products (
      product_id text not null primary key,
      plan_key text not null references plans (key) on delete cascade
    ){strict};
    create index plan_products_by_plan on plan_products (plan_key);

    insert into plans values
      ('free', 'Free', 0, 1, 1, 1, '\(freeEntitlements)', 0),
      ('plus', 'Plus', 10, 1, 0, 1, '\(plusEntitlements)', 0);

    alter table users add column plan_version {int};
    alter table users add column reminder_mail_token text;
    create index users_by_plan on users (plan_key);
    create unique index users_by_reminder_mail_token on users (reminder_mail_token);
    alter table mails add column unsubscribe_url text;

    create table plan_grants (
      id {id} not null primary key,
      user_id {id} not null references users (id) on delete cascade,
      plan_key text not null,
      created_ms {int} not null,
      expires_ms {int},
      revoked_ms {int},
      reason text not null,
      actor text not null,
      is_live {int} not null default 1
    ){strict};
    create index plan_grants_by_user on plan_grants (user_id);
    create index plan_grants_by_end on plan_grants (expires_ms) where is_live = 1;

    create table reminders (
      id {id} not null primary key,
      user_id {id} not null references users (id) on delete cascade,
      time_local text not null,
      enabled {int} not null,
      updated_at_ms {int} not null,
      created_ms {int} not null,
      next_mail_ms {int},
      mailed_day {int}
    ){strict};
    create index reminders_by_user on reminders (user_id);
    create index reminders_by_mail on reminders (next_mail_ms);
    """

  private static let freeEntitlements = """
    {"decks.create":{"type":"max_count","max":5},\
    "cards.create_in_deck":{"type":"max_count","max":200},\
    "cards.create_total":{"type":"max_count","max":500},\
    "study.smart":{"type":"boolean","allowed":true},\
    "study.basic":{"type":"boolean","allowed":true},\
    "reminders.add":{"type":"max_count","max":1},\
    "new_card_limit.above_10":{"type":"boolean","allowed":false},\
    "fsrs.personalized":{"type":"boolean","allowed":false},\
    "images.use":{"type":"boolean","allowed":false},\
    "import.csv":{"type":"boolean","allowed":false},\
    "export.csv":{"type":"boolean","allowed":false},\
    "export.json":{"type":"boolean","allowed":false}}
    """

  private static let plusEntitlements = """
    {"decks.create":{"type":"max_count","max":null},\
    "cards.create_in_deck":{"type":"max_count","max":null},\
    "cards.create_total":{"type":"max_count","max":null},\
    "study.smart":{"type":"boolean","allowed":true},\
    "study.basic":{"type":"boolean","allowed":true},\
    "reminders.add":{"type":"max_count","max":3},\
    "new_card_limit.above_10":{"type":"boolean","allowed":true},\
    "fsrs.personalized":{"type":"boolean","allowed":false},\
    "images.use":{"type":"boolean","allowed":false},\
    "import.csv":{"type":"boolean","allowed":false},\
    "export.csv":{"type":"boolean","allowed":false},\
    "export.json":{"type":"boolean","allowed":false}}
    """
}
