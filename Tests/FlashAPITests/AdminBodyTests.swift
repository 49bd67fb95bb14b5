import FlashAPI
import FlashModel
import Testing

@Suite struct AdminBodyTests {
  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test("what is not there is null in the answer, and may be missing in what is read")
  func nulls() throws {
    let token = AdminToken(
      id: "t", name: "desk", abilities: ["admin:users.read"], createdAt: "2026-11-30T00:00:00Z",
      expiresAt: "2027-02-28T00:00:00Z", lastUsedAt: nil, createdBy: nil)
    let written = JSONValueEncoder().encode(token)
    #expect(written["last_used_at"] == .null)
    #expect(try JSONValueDecoder().decode(AdminToken.self, from: written) == token)
    let sparse = try json(
      #"{"id":"t","name":"desk","abilities":["admin:users.read"],"#
        + #""created_at":"2026-11-30T00:00:00Z","expires_at":"2027-02-28T00:00:00Z"}"#)
    #expect(try JSONValueDecoder().decode(AdminToken.self, from: sparse) == token)
  }

  @Test("a token with its secret, and an account with its details, are one object each")
  func joined() throws {
    let token = IssuedAdminToken(
      AdminToken(
        id: "t", name: "desk", abilities: [], createdAt: "a", expiresAt: "b", lastUsedAt: "c",
        createdBy: "admin:1"), token: "fo_1")
    let written = JSONValueEncoder().encode(token)
    #expect(written["name"] == .string("desk"))
    #expect(written["token"] == .string("fo_1"))
    #expect(try JSONValueDecoder().decode(IssuedAdminToken.self, from: written) == token)

    let user = AdminUserDetail(
      AdminUser(
        id: "u", email: "a@b.example", name: nil, providers: ["email"], status: "active",
        planKey: "free", subscriptionStatus: "free", subscriptionExpiresAt: nil,
        scheduledDeleteAt: nil, disabledAt: nil, disabledReason: nil, createdAt: "a",
        lastSeenAt: nil),
      AdminUserDetails(
        note: nil, marketingOptIn: false, identities: [], sessions: [],
        counts: ["cards": .init(live: 2, deleted: 1)], storageBytes: 3, resyncEpoch: 4,
        entitlements: EntitlementSnapshot(
          planKey: "free", version: 1, entitlements: ["study.smart": .boolean(true)])))
    let all = JSONValueEncoder().encode(user)
    #expect(all["email"] == .string("a@b.example"))
    #expect(all["note"] == .null)
    #expect(all["counts"]?["cards"]?["live"] == .integer(2))
    #expect(try JSONValueDecoder().decode(AdminUserDetail.self, from: all) == user)
  }

  @Test("names with digits are those of the contract")
  func digits() throws {
    let stats = AdminStats(
      users: .init(
        total: 6, active1d: 1, active7d: 2, active30d: 3, disabled: 4, pendingDeletion: 5),
      activity: [], content: ["decks": 7], subscriptions: .init(byPlan: [:], byStatus: [:]),
      sync: .init(pushRows24h: 8, rejected24h: ["stale": 9], replayQueue: 10))
    let written = JSONValueEncoder().encode(stats)
    #expect(written["users"]?["active_30d"] == .integer(3))
    #expect(written["users"]?["pending_deletion"] == .integer(5))
    #expect(written["sync"]?["push_rows_24h"] == .integer(8))
    #expect(written["sync"]?["rejected_24h"]?["stale"] == .integer(9))
    #expect(try JSONValueDecoder().decode(AdminStats.self, from: written) == stats)
  }

  @Test(
    "an entitlement is read as it was meant, and no limit only where null says so",
    arguments: [
      (#"{"type":"boolean","allowed":false}"#, .boolean(false)),
      (#"{"type":"max_count","max":5}"#, .maxCount(5)),
      (#"{"type":"max_count","max":null}"#, .maxCount(nil)),
      (#"{"type":"odd","max":null}"#, .unknown("odd")),
    ] as [(String, EntitlementConfig)])
  func entitlements(_ text: String, expected: EntitlementConfig) throws {
    let config = try JSONValueDecoder().decode(EntitlementConfig.self, from: json(text))
    #expect(config == expected)
    guard case .unknown = expected else {
      #expect(JSONValueEncoder().encode(config) == (try json(text)))
      return
    }
  }

  @Test(
    "an entitlement that says nothing, or less than nothing, is refused by its path",
    arguments: [
      (#"{"type":"max_count"}"#, "entitlements.decks.create.max"),
      (#"{"type":"max_count","max":-1}"#, "entitlements.decks.create.max"),
      (#"{"type":"boolean"}"#, "entitlements.decks.create.allowed"),
      ("{}", "entitlements.decks.create.type"), ("7", "entitlements.decks.create"),
    ])
  func faults(_ text: String, field: String) throws {
    let body = try json(#"{"label":"x","entitlements":{"decks.create":\#(text)}}"#)
    let error = try #require(throws: JSONFieldError.self) {
      try JSONValueDecoder().decode(PlanInput.self, from: body)
    }
    #expect(error.field == field)
  }

  @Test("members of any name keep their order and their spelling")
  func names() throws {
    let text = #"{"b":1,"A Z":2,"a":3}"#
    let values = try JSONValueDecoder().decode(NamedValues<Int>.self, from: json(text))
    #expect(values.members.map(\.name) == ["b", "A Z", "a"])
    #expect(values["A Z"] == 2)
    #expect(values["c"] == nil)
    #expect(JSONValueEncoder().encode(values) == (try json(text)))
    var changed = values
    changed["b"] = nil
    changed["a"] = 4
    changed["c"] = 5
    #expect(changed == ["A Z": 2, "a": 4, "c": 5])
  }

  @Test("a query names what was asked for, escaped, and nothing else")
  func queries() {
    #expect(UserQuery().query == "")
    var users = UserQuery()
    users.text = "a b&c=é"
    users.sort = "-email"
    users.limit = 2
    #expect(users.query == "q=a%20b%26c%3D%C3%A9&sort=-email&limit=2")
    #expect(DeletionQuery().query == "")
    #expect(
      DeletionQuery(isNow: true, confirm: "a@b.example", reason: "asked").query
        == "mode=now&confirm=a%40b.example&reason=asked")
    #expect(JobRunQuery(isDryRun: true).query == "dry_run=true")
  }
}
