extension Schema {
  /// Purchases in the App Store: what the store told, what devices showed, and what follows from it.
  ///
  /// A subscription is there from the first that is heard of it; whose it is, a device tells. What was
  /// told before that is kept. `spent_purchases` are those of accounts that are gone, by a keyed digest.
  static let directory4 = """
    create table subscriptions (
      original_id text not null primary key,
      user_id {id} references users (id) on delete cascade,
      claimed_ms {int},
      plan_key text,
      product_id text,
      environment text,
      status text not null default 'expired',
      expires_ms {int},
      grace_expires_ms {int},
      ends_ms {int},
      renews {int},
      next_product_id text,
      in_billing_retry {int} not null default 0,
      end_reason text,
      cut_ms {int},
      last_signed_ms {int},
      revision {int} not null default 0
    ){strict};
    create index subscriptions_by_user on subscriptions (user_id);
    create index subscriptions_by_end on subscriptions (ends_ms);

    create table store_transactions (
      id text not null primary key,
      original_id text not null references subscriptions (original_id) on delete cascade,
      signed_ms {int} not null,
      received_ms {int} not null,
      content text not null
    ){strict};
    create index store_transactions_by_original on store_transactions (original_id);

    create table store_events (
      id {id} not null primary key,
      notification_uuid text not null unique,
      type text not null,
      subtype text,
      environment text,
      original_id text,
      signed_ms {int} not null,
      received_ms {int} not null,
      outcome text not null,
      detail text,
      content text not null
    ){strict};
    create index store_events_by_original on store_events (original_id, id);
    create index store_events_by_outcome on store_events (outcome, id);

    create table spent_purchases (
      hash {blob} not null primary key,
      since_ms {int} not null
    ){strict};

    create table secrets (
      name text not null primary key,
      value {blob} not null
    ){strict};
    """
}
