import FlashModel
import FlashTestSupport
import Testing

@testable import flash_admin

@Suite struct UserCommandTests {
  private typealias Answer = ImitationServer.Answer
  private let users = "/api/v1/admin/users"

  @Test("a list is fetched in pages, and no further than it is wanted")
  func pages() throws {
    let home = try AdminHome([
      Answer(
        "GET \(users)?sort=-created_at&cursor=two", 200,
        AdminHome.page([AdminHome.user("c", "c@x.example")])),
      Answer(
        "GET \(users)?sort", 200,
        AdminHome.page(
          [AdminHome.user("a", "a@x.example"), AdminHome.user("b", "b@x.example")], next: "two")),
    ])
    let all = home.run("user list --json=id,email,name")
    #expect(all.code == 0 && all.errors == "")
    #expect(
      all.lines == [
        #"{"id":"a","email":"a@x.example","name":null}"#,
        #"{"id":"b","email":"b@x.example","name":null}"#,
        #"{"id":"c","email":"c@x.example","name":null}"#,
      ])
    #expect(
      try home.server.requests == [
        "GET \(users)?sort=-created_at&limit=500",
        "GET \(users)?sort=-created_at&cursor=two&limit=500",
      ])
    let two = home.run("user list --limit 2")
    #expect(
      two.output == """
        a\ta@x.example\tactive\tfree\t2026-01-02 03:04\t-
        b\tb@x.example\tactive\tfree\t2026-01-02 03:04\t-

        """)
    #expect(try home.server.requests.count == 3)
  }

  @Test("what the server answers can't drive a terminal")
  func hostile() throws {
    let home = try AdminHome([
      Answer(
        "GET \(users)", 200,
        AdminHome.page([AdminHome.user("a", #"\u001b[2Jx\ny@x.example"#)]))
    ])
    let piped = home.run("user list")
    #expect(!piped.output.contains("\u{1B}") && piped.lines.count == 1)
    home.session.columns = 100
    #expect(!home.run("user list").output.contains("\u{1B}[2J"))
  }

  @Test("a query is told to the server in its own terms")
  func query() throws {
    let home = try AdminHome([Answer("GET \(users)", 200, AdminHome.page([]))])
    #expect(
      home.run("user list --query 'status=active last_sync<2026-01-01 anna' --sort address").code
        == 0)
    #expect(
      try home.server.requests == [
        "GET \(users)?q=anna&status=active&last_seen_before=2026-01-01T00%3A00%3A00Z"
          + "&sort=email&limit=500"
      ])
    for text in ["stat=active", "status>active", "status=", "created>soon"] {
      let outcome = home.run("user list --query '\(text)'")
      #expect(outcome.code == 65 && outcome.errors.contains("'\(text)'"), "\(outcome.errors)")
    }
  }

  @Test("accounts are disabled as they come through a pipe, each with one request")
  func bulk() throws {
    let home = try AdminHome([
      Answer("POST \(users)/a/disable", 200, AdminHome.user("a", "a@x.example")),
      Answer("POST \(users)/b/disable", 404, #"{"code":"not_found","message":"No account."}"#),
      Answer("POST \(users)/c/disable", 200, AdminHome.user("c", "c@x.example")),
    ])
    let outcome = home.run(
      "user disable --reason spam - --json=id",
      input: "{\"id\":\"a\"}\nb rest of the line\n\n{\"x\":1}\nc\n")
    #expect(outcome.code == 3)
    #expect(outcome.lines == [#"{"id":"a"}"#, #"{"id":"c"}"#])
    #expect(
      outcome.errors == """
        flash-admin: 'b': no account
        flash-admin: standard input:4: an object without 'id'

        """)
    #expect(
      try home.server.requests == [
        #"POST \#(users)/a/disable {"reason":"spam"}"#,
        #"POST \#(users)/b/disable {"reason":"spam"}"#,
        #"POST \#(users)/c/disable {"reason":"spam"}"#,
      ])
  }

  @Test("an address is looked up, and only the whole of it counts")
  func address() throws {
    let home = try AdminHome([
      Answer(
        "GET \(users)?q=a%40x.example", 200,
        AdminHome.page([AdminHome.user("no", "aa@x.example"), AdminHome.user("u", "A@x.example")])),
      Answer("GET \(users)?q", 200, AdminHome.page([])),
      Answer("POST \(users)/u/enable", 200, AdminHome.user("u", "a@x.example")),
    ])
    #expect(home.run("user enable a@x.example").output == "enabled a@x.example\n")
    let missing = home.run("user enable b@x.example")
    #expect(missing.code == 66)
    #expect(missing.errors.hasPrefix("flash-admin: no account has the address 'b@x.example'\n"))
  }

  @Test("a rehearsal asks, and changes nothing")
  func rehearsal() throws {
    let home = try AdminHome([
      Answer("GET \(users)/a", 200, AdminHome.detail("a", "a@x.example"))
    ])
    #expect(home.run("user disable -n a").output == "would disable a@x.example\n")
    #expect(home.run("user rm -n a").output == "would remove a@x.example\n")
    #expect(home.run("user resync -n a").output == "would begin anew for a@x.example\n")
    #expect(
      home.run("user edit -n --name Anna a").output == "would change a@x.example: name=Anna\n")
    #expect(try home.server.requests.allSatisfy { $0.hasPrefix("GET ") })
  }

  @Test("nobody is removed without a word for it")
  func removal() throws {
    let home = try AdminHome([
      Answer("GET \(users)/a", 200, AdminHome.detail("a", "a@x.example")),
      Answer("GET \(users)/b", 200, AdminHome.detail("b", "b@x.example")),
      Answer("DELETE \(users)/", 204),
    ])
    #expect(home.run("user rm a").code == 64)
    #expect(home.run("user rm a --confirm=b@x.example").code == 64)
    #expect(home.run("user rm - --confirm '1 accounts'", input: "a\nb\n").code == 64)
    #expect(try home.server.requests.allSatisfy { $0.hasPrefix("GET ") })
    #expect(home.run("user rm a --confirm=a@x.example --reason asked").code == 0)
    #expect(home.run("user rm --now - --confirm '2 accounts'", input: "a\nb\n").code == 0)
    #expect(
      try home.server.requests.filter { $0.hasPrefix("DELETE ") } == [
        "DELETE \(users)/a?reason=asked", "DELETE \(users)/a?mode=now&confirm=a",
        "DELETE \(users)/b?mode=now&confirm=b",
      ])
  }

  @Test("an edit says what changes, and null for what is taken away")
  func edit() throws {
    let home = try AdminHome([
      Answer("PATCH \(users)/a", 200, AdminHome.detail("a", "a@x.example"))
    ])
    #expect(home.run("user edit a --name '' --marketing no").output == "changed a@x.example\n")
    #expect(
      try home.server.requests == [
        #"PATCH \#(users)/a {"name":null,"marketing_opt_in":false}"#
      ])
    #expect(home.run("user edit a").code == 64)
  }

  @Test("an account is shown with its counts")
  func show() throws {
    let home = try AdminHome([
      Answer("GET \(users)/a", 200, AdminHome.detail("a", "a@x.example"))
    ])
    let shown = home.run("user show a")
    #expect(shown.output.contains("address       a@x.example\n"))
    #expect(shown.output.contains("cards         3, and 1 removed\n"))
    let json = try home.run("user show a --json").objects()
    #expect(json.first?["counts"]?["cards"]?["live"] == .integer(3))
    #expect(json.first?["storage_bytes"] == .integer(4096))
  }

  @Test("an export goes to standard output, or to a file that was not there")
  func export() throws {
    let home = try AdminHome([
      Answer("GET \(users)/a/export", 200, "{\"head\":1}\n{\"entity\":\"decks\"}\n{\"count\":1}\n")
    ])
    #expect(home.run("user export a").output.hasPrefix("{\"head\":1}\n"))
    #expect(home.run("user export a -o all.jsonl").output == "wrote 1 row to 'all.jsonl'\n")
    #expect(home.run("user export a -o all.jsonl").code == 73)
    #expect(home.run("user export a -f -o all.jsonl").code == 0)
  }
}
