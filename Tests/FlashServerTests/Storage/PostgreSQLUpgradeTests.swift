import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct PostgreSQLUpgradeTests {
  private func columns(_ storage: some ServerStorage) throws -> [String] {
    try storage.readDirectory { connection in
      try connection.rows(
        """
        select table_name || '.' || column_name || ' ' || data_type from information_schema.columns
        where table_schema = 'public' and table_name <> 'schema_version' order by 1
        """
      ) { $0.text(0) }
    }
  }

  private func makeOld(in storage: some ServerStorage) throws {
    try storage.directory { connection in
      for step in Schema.steps where step.version <= (step.part == .directory ? 1 : 5) {
        try connection.execute(Schema.text(step.sql, .postgreSQL))
      }
      try connection.execute(
        """
        create table schema_version (version bigint not null);
        insert into schema_version values (5);
        """)
    }
  }

  @Test(
    "a database whose rows had changed before its directory did gets both up to date",
    .enabled(if: TestPostgreSQL.isInstalled, "\(TestPostgreSQL.reason)"))
  func partByPart() throws {
    let old = PostgreSQLStorage(address: try TestPostgreSQL.database())
    try makeOld(in: old)
    try old.migrate()
    // Once more changes nothing.
    try old.migrate()
    let fresh = PostgreSQLStorage(address: try TestPostgreSQL.database())
    try fresh.migrate()
    #expect(try columns(old) == columns(fresh))
  }
}
