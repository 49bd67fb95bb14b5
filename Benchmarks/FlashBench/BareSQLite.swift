import FlashSQL

/// The least that an answer could be: one row inserted, one row updated, one durable commit, in
/// tables of the same columns without any index beyond the key.
enum BareSQLite {
  private static let settings = """
    pragma synchronous = full; pragma foreign_keys = on; pragma trusted_schema = off;
    pragma cell_size_check = on; pragma cache_size = -32768; pragma wal_autocheckpoint = 1000;
    """

  static func make(_ path: String, cards: Int) throws {
    GeneratedCollection.remove(path)
    let connection = try SQLiteConnection(path: path, access: .write)
    try connection.execute("pragma journal_mode = wal;" + settings)
    try connection.execute(
      """
      create table cards (
        key integer primary key, id blob, deck_key integer, position integer, state integer,
        step integer, stability real, difficulty real, due_at_ms integer,
        last_reviewed_at_ms integer, last_scheduled_at_ms integer, reps integer, lapses integer,
        sched_ms integer, change_seq integer, front_text text, back_text text) strict;
      create table reviews (
        change_seq integer primary key, id blob, card_key integer, order_ms integer, kind integer,
        rating integer, duration_ms integer, state integer, step integer, stability real,
        difficulty real, due_at_ms integer, reps integer, lapses integer) strict;
      begin;
      with recursive n (i) as (select 1 union all select i + 1 from n where i < \(cards))
      insert into cards
      select i, randomblob(16), 1, i, 2, null, 8.2956, 1.0, 1790000000000 + i, 1789000000000,
        1789000000000, 1, 0, 1789000000000, i, 'what is number ' || i || ' of many',
        'it is the answer to number ' || i from n;
      commit;
      pragma wal_checkpoint(truncate);
      """)
  }

  /// Seconds for so many answers, each its own commit.
  static func answer(_ path: String, count: Int, from first: Int) throws -> Double {
    let connection = try SQLiteConnection(path: path, access: .write)
    try connection.execute(settings)
    let insert = try connection.prepare(
      """
      insert into reviews values ($1, randomblob(16), $2, $3, 0, 3, 4000, 2, null, 20.5, 1.0, $3, 2, 0)
      """)
    let update = try connection.prepare(
      """
      update cards set state = 2, stability = 20.5, difficulty = 1.0, due_at_ms = $1,
        last_reviewed_at_ms = $1, last_scheduled_at_ms = $1, reps = reps + 1, sched_ms = $1,
        change_seq = $2 where key = $3
      """)
    let begin = try connection.prepare("begin immediate")
    let commit = try connection.prepare("commit")
    return try StudyBenchmarks.seconds {
      for index in first..<first + count {
        let now = 1_796_040_000_000 + Int64(index)
        try begin.run()
        insert.bind(Int64(index) + 1_000_000, at: 1)
        insert.bind(Int64(index % 100_000) + 1, at: 2)
        insert.bind(now, at: 3)
        try insert.run()
        update.bind(now, at: 1)
        update.bind(Int64(index) + 1_000_000, at: 2)
        update.bind(Int64(index % 100_000) + 1, at: 3)
        try update.run()
        try commit.run()
      }
    }
  }
}
