import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AccountDeletionTests {
  static let day: Int64 = 86_400_000

  @Test(
    "somebody who signs in within the 30 days keeps everything, and is told so",
    arguments: TestDatabase.here)
  func signingInCancels(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn()
    #expect(world.send("deleteMe", bearer: first.access).status == 204)
    #expect(world.send("getMe", bearer: first.access).status == 401)
    #expect(world.refresh(first.refresh).status == 401)
    world.pass(29 * Self.day)
    let second = try world.signIn()
    #expect(second.json["user"]?["deletion_cancelled"] == .bool(true))
    #expect(second.user == first.user)
    world.pass(5 * Self.day)
    #expect(try world.runJob("hard_delete_users") == "0 deleted")
    #expect(try world.signIn().json["user"]?["created"] == .bool(false))
  }

  @Test(
    "where signing in does not cancel, the profile shows the date and a call cancels it",
    arguments: TestDatabase.here)
  func restoring(database: TestDatabase) throws {
    var settings = SignInSettings(publicURL: "https://flash.example")
    settings.signInRestoresAccount = false
    let world = try makeWorld(on: database, settings: settings)
    let first = try world.signIn()
    #expect(world.send("restoreMe", bearer: first.access).code == "not_scheduled")
    _ = world.send("deleteMe", bearer: first.access)
    let second = try world.signIn()
    #expect(second.json["user"]?["deletion_cancelled"] == .bool(false))
    let me = world.send("getMe", bearer: second.access).json
    #expect(
      me["scheduled_delete_at"]
        == .string(world.now.advanced(by: 30 * Self.day).rfc3339))
    #expect(world.send("restoreMe", bearer: second.access).json["scheduled_delete_at"] == .null)
  }

  @Test("asking twice does not move the day", arguments: TestDatabase.here)
  func twice(database: TestDatabase) throws {
    var settings = SignInSettings(publicURL: "https://flash.example")
    settings.signInRestoresAccount = false
    let world = try makeWorld(on: database, settings: settings)
    _ = world.send("deleteMe", bearer: try world.signIn().access)
    let end = try world.integer("select scheduled_delete_ms from users")
    world.pass(Self.day)
    _ = world.send("deleteMe", bearer: try world.signIn().access)
    #expect(try world.integer("select scheduled_delete_ms from users") == end)
    #expect(
      try world.integer("select count(*) from mails where kind = 'deletion_notice'") == 1)
  }

  @Test(
    "a mail goes out when it is asked for, three days before, and at the end",
    arguments: TestDatabase.here)
  func mails(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = world.send("deleteMe", bearer: try world.signIn().access)
    let notice = try #require(try world.lastMail())
    #expect(notice.subject == "Your Flash account is to be deleted")
    #expect(notice.body.contains("https://flash.example/auth/keep?t="))
    world.pass(26 * Self.day)
    #expect(try world.runJob("deletion_notices") == "0 reminded")
    world.pass(Self.day)
    #expect(try world.runJob("deletion_notices") == "1 reminded")
    #expect(try world.runJob("deletion_notices") == "0 reminded", "once is enough")
    #expect(try world.lastMail()?.subject.contains("will be deleted on") == true)
    world.pass(3 * Self.day)
    #expect(try world.runJob("hard_delete_users") == "1 deleted")
    #expect(try world.lastMail()?.subject == "Your Flash account was deleted")
    #expect(try world.integer("select count(*) from mails where recipient <> ''") == 0)
  }

  @Test(
    "the link of the notice keeps the account, by its button alone", arguments: TestDatabase.here)
  func keeping(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = world.send("deleteMe", bearer: try world.signIn().access)
    let token = try world.token(in: world.lastMail())
    let page = world.send("getKeepAccountPage", TestRequest(query: ["t": token]))
    #expect(page.text.contains("Keep my account"))
    #expect(try world.integer("select scheduled_delete_ms from users") != 0)
    let press = { world.send("keepAccount", TestRequest(body: Array("t=\(token)".utf8))).text }
    #expect(press().contains("Your account stays"))
    #expect(press().contains("Nothing to do"))
    #expect(try world.integer("select count(*) from users where scheduled_delete_ms is null") == 1)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(token)"}"#).status == 410)
  }

  @Test(
    "on the day everything goes, nobody else loses a thing, and the address may start anew",
    arguments: TestDatabase.here)
  func theDay(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    _ = try world.link(to: "eve@example.org")
    _ = world.send("deleteMe", bearer: ada.access)
    world.pass(30 * Self.day - 1)
    #expect(try world.runJob("hard_delete_users") == "0 deleted")
    world.pass(1)
    #expect(try world.runJob("hard_delete_users") == "1 deleted")
    #expect(try world.runJob("hard_delete_users") == "0 deleted", "twice does no harm")
    #expect(try world.texts("select email from users") == ["eve@example.org"])
    for table in ["identities", "sign_ins", "tokens"] {
      #expect(
        try world.integer(
          "select count(*) from \(table) where user_id not in (select id from users)") == 0)
    }
    #expect(
      try world.integer("select count(*) from magic_links where email = 'ada@example.org'") == 0)
    #expect(world.refresh(eve.refresh).status == 200)
    let again = try world.signIn("ada@example.org")
    #expect(again.json["user"]?["created"] == .bool(true))
    #expect(again.user != ada.user)
    #expect(
      try world.texts("select action from audit_events order by at_ms")
        == ["user.delete_scheduled", "user.deleted"])
  }

  @Test(
    "however many leave on one day, all of them go, and nobody who stays",
    arguments: TestDatabase.here)
  func many(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let staying = try world.signIn("stays@example.org")
    for number in 0..<130 {
      try world.change(
        """
        insert into users (id, auth_provider, email, updated_at_ms, created_ms, scheduled_delete_ms)
        values (\(literal(number, database)), 'email', 'u\(number)@example.org', 0, 0, 5)
        """)
    }
    #expect(try world.runJob("hard_delete_users") == "130 deleted")
    #expect(try world.texts("select email from users") == ["stays@example.org"])
    #expect(world.send("getMe", bearer: staying.access).status == 200)
  }

  /// A user's id as it is written in SQL.
  private func literal(_ number: Int, _ database: TestDatabase) -> String {
    let id = UserID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
    switch database {
    case .sqlite: return "x'\(hexadecimal(id.bytes))'"
    case .postgreSQL: return "'\(id)'"
    }
  }

  @Test(
    "an account that is gone leaves its address nowhere, and a note that it happened",
    arguments: TestDatabase.here)
  func traces(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada.lovelace@example.org")
    _ = world.send("patchMe", #"{"name":"Ada Lovelace"}"#, bearer: ada.access, key: "k1")
    _ = try world.link(to: "ada.lovelace@example.org")
    _ = world.send("deleteMe", bearer: ada.access)
    world.pass(30 * Self.day)
    #expect(try world.runJob("hard_delete_users") == "1 deleted")
    _ = try world.runJob("send_mail")
    for job in ["prune_tokens", "prune_magic_links"] { _ = try world.runJob(job) }
    let tables =
      switch database {
      case .sqlite: try world.texts("select name from sqlite_schema where type = 'table'")
      case .postgreSQL:
        try world.texts(
          "select table_name::text from information_schema.tables where table_schema = 'public'")
      }
    #expect(tables.count > 8)
    for table in tables {
      let columns =
        switch database {
        case .sqlite: try world.texts("select name from pragma_table_info('\(table)')")
        case .postgreSQL:
          try world.texts(
            """
            select column_name::text from information_schema.columns
            where table_name = '\(table)' and table_schema = 'public'
            """)
        }
      for column in columns {
        let found = try world.integer(
          "select count(*) from \(table) where lower(cast(\(column) as text)) like '%lovelace%'")
        #expect(found == 0, "\(table).\(column)")
      }
    }
    #expect(
      try world.integer("select count(*) from audit_events where action = 'user.deleted'") == 1)
  }

  @Test("an erasing that was cut short is finished by the next run", arguments: TestDatabase.here)
  func cutShort(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    try world.change("insert into erasures select id, 1 from users")
    try world.change("delete from users")
    #expect(try world.runJob("hard_delete_users") == "1 deleted")
    #expect(try world.integer("select count(*) from erasures") == 0)
    #expect(world.send("getMe", bearer: ada.access).status == 401)
  }
}
