import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct OutboxTests {
  @Test(
    "a sign-in token can't be read from the database once its mail is sent",
    arguments: TestDatabase.here)
  func erased(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let token = try world.link(to: "ada@example.org")
    #expect(try world.texts("select body || recipient from mails") == [""])
    #expect(try world.integer("select count(*) from mails where sent_ms is not null") == 1)
    #expect(world.send("consumeMagicLink", #"{"token":"\#(token)"}"#).status == 200)
  }

  @Test(
    "a mail that can't be sent waits longer each time, and is never lost",
    arguments: TestDatabase.here)
  func retried(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    _ = world.send("deleteMe", bearer: try world.signIn().access)
    world.mailbox.isAway = true
    let sent = world.mailbox.mails.count
    #expect(try world.runJob("send_mail") == "0 sent, 1 failed")
    #expect(try world.texts("select last_error from mails where sent_ms is null") == ["Away()"])
    #expect(try world.runJob("send_mail") == "0 sent, 0 failed", "its turn has not come")
    world.pass(30_000)
    #expect(try world.runJob("send_mail") == "0 sent, 1 failed")
    world.pass(30_000)
    #expect(try world.runJob("send_mail") == "0 sent, 0 failed")
    world.pass(30_000)
    for _ in 0..<20 {
      #expect(try world.runJob("send_mail") == "0 sent, 1 failed")
      world.pass(3_600_000)
    }
    world.mailbox.isAway = false
    #expect(try world.runJob("send_mail") == "1 sent, 0 failed")
    #expect(world.mailbox.mails.count == sent + 1)
    #expect(world.mailbox.mails.last?.subject == "Your Flash account is to be deleted")
  }

  @Test("a link that has run out is not sent any more", arguments: TestDatabase.here)
  func expired(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    world.mailbox.isAway = true
    _ = world.send("requestMagicLink", #"{"email":"ada@example.org"}"#)
    #expect(try world.runJob("send_mail") == "0 sent, 1 failed")
    world.mailbox.isAway = false
    world.pass(900_000)
    #expect(try world.runJob("send_mail") == "0 sent, 0 failed")
    #expect(try world.texts("select body || last_error from mails") == ["expired"])
  }

  @Test("two that send at once send each mail once", arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    for name in 0..<10 {
      let answer = world.send(
        "requestMagicLink", #"{"email":"p\#(name)@example.org"}"#, peer: "192.0.2.\(name)")
      #expect(answer.status == 204)
    }
    _ = atOnce(4) { _ in try? world.runJob("send_mail") }
    _ = try world.runJob("send_mail")
    #expect(world.mailbox.mails.count == 10)
    #expect(Set(world.mailbox.mails.map(\.id)).count == 10)
  }

  @Test(
    "a mail server that is away is not asked for every mail in the queue",
    arguments: TestDatabase.here)
  func away(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    world.mailbox.isAway = true
    for name in 0..<10 {
      _ = world.send(
        "requestMagicLink", #"{"email":"p\#(name)@example.org"}"#, peer: "192.0.2.\(name)")
    }
    #expect(try world.runJob("send_mail") == "0 sent, 5 failed")
  }
}
