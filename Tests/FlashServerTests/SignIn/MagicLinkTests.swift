import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct MagicLinkTests {
  static let secret = String(repeating: "ab", count: 32)

  @Test("the first sign-in makes the account, the next finds it", arguments: TestDatabase.here)
  func account(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let first = try world.signIn(" Ada@Example.ORG ")
    #expect(first.json["user"]?["created"] == .bool(true))
    #expect(first.json["user"]?["email"] == .string("ada@example.org"))
    #expect(first.json["user"]?["deletion_cancelled"] == .bool(false))
    let second = try world.signIn("ada@example.org")
    #expect(second.json["user"]?["created"] == .bool(false))
    #expect(second.user == first.user)
    #expect(second.session != first.session)
  }

  @Test("of twenty that use one link at once exactly one signs in", arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org")
    let answers = atOnce(20) { _ in world.send("consumeMagicLink", #"{"token":"\#(link)"}"#) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(answers.filter { $0.code == "magic_link_invalid" && $0.status == 410 }.count == 19)
    #expect(try world.integer("select count(*) from users") == 1)
    #expect(try world.integer("select count(*) from sign_ins") == 1)
  }

  @Test(
    "a scanner that opens the link in the mail does not use it up", arguments: ["get", "head"],
    TestDatabase.here)
  func scanner(method: String, database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org")
    let page = world.send("\(method)MagicLinkLanding", TestRequest(query: ["t": link]))
    #expect(page.status == 200)
    #expect(page.body.isEmpty == (method == "head"))
    #expect(page.field("Cache-Control") == "no-store")
    #expect(page.field("Referrer-Policy") == "no-referrer")
    #expect(page.field("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(link)"}"#).status == 200)
  }

  @Test(
    "the page is the same for a token that nobody knows, and runs nothing that stands in one",
    arguments: TestDatabase.here)
  func page(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org")
    let known = world.send("getMagicLinkLanding", TestRequest(query: ["t": link])).text
    let other = String(repeating: "0", count: 64)
    let unknown = world.send("getMagicLinkLanding", TestRequest(query: ["t": other])).text
    let code = { (token: String) in try ShortCode(link: Secret(token)).shown }
    #expect(
      known.replacing(link, with: "").replacing(try code(link), with: "")
        == unknown.replacing(other, with: "").replacing(try code(other), with: ""))
    let evil = world.send("getMagicLinkLanding", TestRequest(query: ["t": "\"><script>"])).text
    #expect(!evil.contains("<script"))
  }

  @Test("the short code signs in too, however it is typed", arguments: TestDatabase.here)
  func code(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org")
    let code = try ShortCode(link: Secret(link)).shown
    #expect(world.mailbox.mails.last?.body.contains(code) == true)
    let typed = code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
    #expect(world.send("consumeMagicLink", #"{"token":"\#(typed)"}"#).status == 200)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(link)"}"#).status == 410)
  }

  @Test("a link runs out after 15 minutes", arguments: TestDatabase.here)
  func expiry(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let late = try world.link(to: "ada@example.org")
    world.pass(900_000)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(late)"}"#).code == "magic_link_invalid")
    let just = try world.link(to: "ada@example.org")
    world.pass(899_999)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(just)"}"#).status == 200)
  }

  @Test("older links stop working when a new one is asked for", arguments: TestDatabase.here)
  func voiding(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let old = try world.link(to: "ada@example.org")
    let other = try world.link(to: "eve@example.org")
    let new = try world.link(to: "ada@example.org")
    #expect(world.send("consumeMagicLink", #"{"token":"\#(old)"}"#).status == 410)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(new)"}"#).status == 200)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(other)"}"#).status == 200)
  }

  @Test(
    "nobody learns whether an address has an account: one answer, the same rows",
    arguments: TestDatabase.here)
  func enumeration(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = try world.signIn("known@example.org")
    _ = try world.signIn("off@example.org")
    try world.change("update users set disabled_ms = 1 where email = 'off@example.org'")
    let leaving = try world.signIn("leaving@example.org")
    #expect(world.send("deleteMe", bearer: leaving.access).status == 204)
    _ = try world.runJob("send_mail")
    let mails = world.mailbox.mails.count
    for name in ["known", "off", "leaving", "new"] {
      let before = (
        try world.integer("select count(*) from mails"),
        try world.integer("select count(*) from magic_links")
      )
      let answer = world.send("requestMagicLink", #"{"email":"\#(name)@example.org"}"#)
      #expect(answer.status == 204 && answer.body.isEmpty)
      #expect(try world.integer("select count(*) from mails") == before.0.map { $0 + 1 })
      #expect(try world.integer("select count(*) from magic_links") == before.1.map { $0 + 1 })
    }
    _ = try world.runJob("send_mail")
    let recipients = world.mailbox.mails.dropFirst(mails).map(\.recipient).sorted()
    #expect(recipients == ["known@example.org", "leaving@example.org", "new@example.org"])
  }

  @Test("a disabled account is told so only with the link in hand", arguments: TestDatabase.here)
  func disabled(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = try world.signIn()
    let link = try world.link(to: "ada@example.org")
    try world.change("update users set disabled_ms = 1")
    let answer = world.send("consumeMagicLink", #"{"token":"\#(link)"}"#)
    #expect(answer.status == 403 && answer.code == "account_disabled")
  }

  @Test(
    "a mailbox can't be bombed from many places: five links an hour to one address",
    arguments: TestDatabase.here)
  func linksToAddress(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ask = { (peer: Int) in
      world.send(
        "requestMagicLink", #"{"email":"ada@example.org"}"#, peer: "192.0.2.\(peer)"
      )
    }
    for peer in 1...5 { #expect(ask(peer).status == 204) }
    #expect(ask(6).status == 429)
    #expect(ask(6).code == "rate_limited")
    world.pass(3_600_000)
    #expect(ask(7).status == 204)
  }

  @Test(
    "an office behind one address gets more than five links, and no more than twenty",
    arguments: TestDatabase.here)
  func linksFromPeer(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ask = { (name: Int, peer: String) in
      world.send("requestMagicLink", #"{"email":"p\#(name)@example.org"}"#, peer: peer).status
    }
    for name in 1...20 { #expect(ask(name, "2001:db8::\(name)") == 204) }
    #expect(ask(21, "2001:db8::99") == 429, "one network of version 6 is one caller")
    #expect(ask(22, "2001:db8:0:1::1") == 204)
  }

  @Test(
    "an address that could write headers, or that is none, is refused",
    arguments: [
      "", "ada", "ada@", "@example.org", "a b@example.org", "ada@exa mple.org",
      #"ada@example.org\r\nBcc: eve@example.org"#, #"ada\n@example.org"#, "ada@example.org>",
      "ada@-example.org", "ada..b@example.org", ".ada@example.org", "äda@example.org",
      "ada@example.org,eve@example.org", #"\"ada\"@example.org"#, #"ada\u0000@example.org"#,
    ])
  func addresses(address: String) throws {
    let world = try makeWorld()
    let answer = world.send("requestMagicLink", #"{"email":"\#(address)"}"#)
    #expect(answer.status == 422)
    #expect(answer.json["errors"]?["email"] != nil)
  }

  @Test(
    "the consent to mails is kept by the link that makes the account", arguments: TestDatabase.here)
  func marketing(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = world.send("requestMagicLink", #"{"email":"ada@example.org","marketing_opt_in":true}"#)
    let link = try world.token(in: world.lastMail())
    let tokens = SignedIn(world.send("consumeMagicLink", #"{"token":"\#(link)"}"#).json)
    let me = world.send("getMe", bearer: tokens.access).json
    #expect(me["marketing_opt_in"] == .bool(true))
  }
}

/// A terminal that waits for the button behind the link.
@Suite struct WaitingLoginTests {
  static let secret = MagicLinkTests.secret

  private func collect(_ world: any SignInService, _ secret: String = secret) -> HTTPResponse {
    world.send("collectMagicLink", #"{"login_secret":"\#(secret)"}"#)
  }

  private func press(_ world: any SignInService, _ link: String) -> HTTPResponse {
    world.send("approveMagicLink", TestRequest(body: Array("x=1&t=\(link)".utf8)))
  }

  @Test(
    "a waiting terminal signs in once the button was pressed, and not before",
    arguments: TestDatabase.here)
  func button(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org", secret: Self.secret)
    #expect(collect(world).status == 409)
    #expect(collect(world).code == "login_pending")
    _ = world.send("getMagicLinkLanding", TestRequest(query: ["t": link]))
    #expect(collect(world).code == "login_pending")
    #expect(press(world, link).text.contains("Signed in"))
    let answer = collect(world)
    #expect(answer.status == 200)
    #expect(world.send("getMe", bearer: SignedIn(answer.json).access).status == 200)
    #expect(collect(world).code == "magic_link_invalid", "the pair was used")
    #expect(world.send("consumeMagicLink", #"{"token":"\#(link)"}"#).status == 410)
  }

  @Test("a lost answer to a collection costs nothing", arguments: TestDatabase.here)
  func lostAnswer(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org", secret: Self.secret)
    _ = press(world, link)
    let lost = SignedIn(collect(world).json)
    let again = SignedIn(collect(world).json)
    #expect(again.refresh == lost.refresh && !lost.refresh.isEmpty)
    #expect(again.session == lost.session && again.user == lost.user)
    #expect(try world.integer("select count(*) from sign_ins") == 1)
    #expect(world.refresh(again.refresh).status == 200)
    #expect(collect(world).code == "magic_link_invalid")
  }

  @Test("of twenty that collect at once all get the one sign-in", arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org", secret: Self.secret)
    _ = press(world, link)
    let answers = atOnce(20) { _ in collect(world) }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(Set(answers.map { SignedIn($0.json).refresh }).count == 1)
    #expect(try world.integer("select count(*) from sign_ins") == 1)
  }

  @Test(
    "only who asked for the link collects, and only while it lives", arguments: TestDatabase.here)
  func strangers(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org", secret: Self.secret)
    _ = press(world, link)
    let other = String(repeating: "cd", count: 32)
    #expect(collect(world, other).code == "magic_link_invalid")
    #expect(collect(world, link).code == "magic_link_invalid")
    world.pass(900_000)
    #expect(collect(world).code == "magic_link_invalid")
  }

  @Test(
    "a button for which nobody waits says so and approves nothing", arguments: TestDatabase.here)
  func nobodyWaits(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let link = try world.link(to: "ada@example.org")
    #expect(press(world, link).text.contains("Nothing to do"))
    #expect(press(world, "").status == 200)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(link)"}"#).status == 200)
  }

  @Test("the mail says the number that the terminal shows", arguments: TestDatabase.here)
  func checkNumber(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = try world.link(to: "ada@example.org", secret: Self.secret)
    let number = CheckNumber(try Secret(Self.secret).hash()).description
    #expect(number.utf8.count == 4)
    #expect(world.mailbox.mails.last?.body.contains("shows the number \(number).") == true)
    #expect(CheckNumber([0, 7]).description == "0007")
    #expect(CheckNumber([0xFF, 0xFF]).description == "5535")
  }

  @Test(
    "a login's secret must be 256 bits", arguments: ["", "ab", String(repeating: "G", count: 64)])
  func weakSecrets(secret: String) throws {
    let world = try makeWorld()
    let answer = world.send(
      "requestMagicLink", #"{"email":"ada@example.org","login_secret":"\#(secret)"}"#)
    #expect(answer.status == 422)
  }
}
