import FlashAPI
import FlashModel
import FlashSQL
import FlashSnapshot
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct AccountExportTests {
  @Test("an export has everything that is held, a line each", arguments: TestDatabase.here)
  func everything(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn("ada@example.org")
    let eve = try world.signIn("eve@example.org")
    let push = { (tokens: SignedIn, name: String, id: String) in
      world.send(
        "syncPush",
        """
        {"client_clock_ms":\(world.now.milliseconds),"records":{"topics":[{"id":"\(id)",\
        "name":"\(name)","color_hint":null,"updated_at_ms":1776800000000,"deleted_at_ms":null}]}}
        """, bearer: tokens.access)
    }
    let id = "01935d2e-0000-7000-8000-000000000001"
    #expect(push(ada, "Verbs", id).json["accepted"] == .integer(1))
    #expect(push(eve, "Secrets", id).json["accepted"] == .integer(1))
    let answer = world.send("exportMe", bearer: ada.access)
    #expect(answer.status == 200 && answer.field("content-type") == "application/jsonl")
    let text = String(decoding: try answer.bytes, as: UTF8.self)
    let lines = try text.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(
      lines.compactMap { $0["entity"]?.string } == [
        "header", "users", "identities", "auth_sessions", "topics", "end",
      ])
    #expect(lines.first?["format"] == .string("flash-export"))
    #expect(lines[1]["row"]?["email"] == .string("ada@example.org"))
    #expect(lines[4]["row"]?["name"] == .string("Verbs"))
    #expect(lines.last?["count"] == .integer(4))
    #expect(!text.contains("Secrets") && !text.contains("eve@"))

    let packed = world.send(
      "exportMe", TestRequest(bearer: ada.access, fields: ["accept-encoding": "gzip"]))
    #expect(packed.field("content-encoding") == "gzip")
    #expect(String(decoding: try Gzip.unpacked(packed.bytes, limit: 10_000), as: UTF8.self) == text)
  }

  @Test(
    "however large an account is, its export passes in small pieces", arguments: TestDatabase.here)
  func pieces(database: TestDatabase) throws {
    let keeper = try TestStorage(database)
    func export(_ storage: some ServerStorage, topics: Int) throws -> (
      pieces: [Int], rows: Set<String>
    ) {
      let user = UserID(high: 0xACC0_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(topics))
      try storage.directory {
        try $0.run(
          "insert into users (id, auth_provider, updated_at_ms, created_ms) values ($1, 'email', 0, 0)",
          [SQLValue(user)])
      }
      try storage.account(user) { connection in
        for number in 1...topics {
          try connection.run(
            """
            insert into topics (user_id, id, name, updated_at_ms, arrived_ms, received_ms)
            values ($1, $2, $3, 1, $4, $4)
            """,
            [
              SQLValue(user), SQLValue(TopicID(high: 0x7000, low: UInt64(number))),
              .text("topic \(number)"), .integer(Int64(number)),
            ])
        }
      }
      let export = AccountExport(
        storage: storage, user: user, signIn: SignInID(high: 1, low: 1),
        now: Timestamp(milliseconds: 0))
      var (pieces, rows): ([Int], Set<String>) = ([], [])
      try export.write { piece in
        pieces.append(piece.count)
        let line = try JSONValue(parsing: Array(piece))
        if let name = line["row"]?["name"]?.string, line["entity"] == .string("topics") {
          rows.insert(name)
        }
      }
      return (pieces, rows)
    }
    var greatest: Set<Int> = []
    // Over the edge of a page, and of a second one.
    for topics in [1, 999, 1_000, 1_001, 2_500] {
      let (pieces, rows) = try export(keeper.storage, topics: topics)
      #expect(rows == Set((1...topics).map { "topic \($0)" }))
      #expect(pieces.count == topics + 3, "a header, the profile, the rows, an end")
      greatest.insert(pieces.max() ?? 0)
    }
    #expect(greatest.count == 1, "\(greatest)")
  }

  @Test("what is spooled is written in pieces, packed or not, and holds little of itself")
  func spooling() throws {
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: 3)
    var whole: [UInt8] = []
    let bodies = try [false, true].map { try SpooledBody(in: folder.path, isPacked: $0) }
    for _ in 0..<400 {
      let count = Int.random(in: 0...9_000, using: &random)
      let piece = (0..<count).map { _ in UInt8.random(in: 0...9, using: &random) }
      whole += piece
      for body in bodies {
        try body.add(piece)
        #expect(body.waitingCount < SpooledBody.piece)
      }
    }
    let files = try bodies.map { body in
      var response = HTTPResponse(200)
      response.file = try body.finish()
      return try response.bytes
    }
    #expect(files[0] == whole)
    #expect(try Gzip.unpacked(files[1], limit: whole.count) == whole)
    #expect(bodies.map(\.isPacked) == [false, true])
  }

  @Test("a folder that takes no file is told as one without room")
  func noRoom() throws {
    let folder = try TemporaryDirectory()
    let error = try #require(throws: SnapshotError.self) {
      try SpooledBody(in: folder.path + "/none", isPacked: false)
    }
    let failure = Failure(error)
    #expect(failure.problem.status == 507)
    #expect(failure.problem.retryAfter == 60)
    #expect(failure.detail == "no such file or directory")
  }

  @Test(
    "tombstones are purged 90 days after they came, and not before", arguments: TestDatabase.here)
  func purging(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let body = """
      {"client_clock_ms":\(world.now.milliseconds),"records":{"topics":[\
      {"id":"01935d2e-0000-7000-8000-000000000001","name":"Verbs","color_hint":null,\
      "updated_at_ms":1776800000000,"deleted_at_ms":1}]}}
      """
    #expect(world.send("syncPush", body, bearer: ada.access).json["accepted"] == .integer(1))
    let day: Int64 = 86_400_000
    world.pass(90 * day)
    #expect(try world.runJob("purge_tombstones") == "0 purged")
    world.pass(1)
    #expect(try world.runJob("purge_tombstones") == "1 purged")
    #expect(try world.runJob("purge_tombstones") == "0 purged", "twice does no harm")
  }
}
