import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct ReminderMailTests {
  private func zone(_ name: String) throws -> TimeZoneRules { try Fixture.zone(name) }

  private func moment(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  @Test(
    "the next mail comes when the clock on the wall shows the time, also where clocks are changed",
    arguments: [
      ("Europe/Berlin", "08:30", "2026-03-28T06:00:00Z", "2026-03-28T07:30:00Z"),
      ("Europe/Berlin", "08:30", "2026-03-28T07:30:00Z", "2026-03-29T06:30:00Z"),
      // From 02:00 to 03:00 there is no such time.
      ("Europe/Berlin", "02:30", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", "02:30", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"),
      // It comes twice; the first counts.
      ("Europe/Berlin", "02:30", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
      ("America/New_York", "23:59", "2026-07-01T03:58:00Z", "2026-07-01T03:59:00Z"),
      ("Asia/Kolkata", "00:00", "2026-07-01T00:00:00Z", "2026-07-01T18:30:00Z"),
    ])
  func next(zone name: String, time: String, after: String, expected: String) throws {
    let time = try #require(TimeOfDay(time))
    let next = try ReminderMail.next(
      time, in: zone(name), after: moment(after), mailed: nil)
    #expect(next == (try moment(expected)))
  }

  @Test("a day has one mail, wherever the day is spent")
  func onceADay() throws {
    for name in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"] {
      let zone = try zone(name)
      for minute in stride(from: 0, to: 1_440, by: 37) {
        var moment = try moment("2026-01-01T00:00:00Z")
        var mailed: Int64?
        for _ in 0..<370 {
          let next = ReminderMail.next(
            TimeOfDay(minute: minute), in: zone, after: moment, mailed: mailed)
          let day = ReminderMail.day(of: next, in: zone)
          #expect(next > moment)
          if let mailed { #expect(day == mailed + 1, "\(name) \(minute)") }
          (moment, mailed) = (next, day)
        }
      }
    }
    // Who flies west sees the same time of the same day once more.
    let berlin = try zone("Europe/Berlin")
    let york = try zone("America/New_York")
    let fired = try moment("2026-07-01T06:00:00Z")
    let next = ReminderMail.next(
      TimeOfDay(minute: 480), in: york, after: fired,
      mailed: ReminderMail.day(of: fired, in: berlin))
    #expect(next == (try moment("2026-07-02T12:00:00Z")))
  }

  /// A world at 10:00 UTC with somebody who is reminded at 11:00 and has two cards due.
  private func dueWorld(_ database: TestDatabase) throws -> (any SignInService, SignedIn) {
    let world = try makeWorld(on: database)
    let day = Timestamp.millisecondsPerDay
    world.pass(day - world.now.milliseconds % day + 10 * 3_600_000)
    let ada = try world.signIn()
    _ = world.send("createReminder", #"{"time_local":"11:00"}"#, bearer: ada.access)
    let cards = (1...4).map { number in
      let due = number <= 2 ? #","state":"review","due_at_ms":5,"reps":1"# : ""
      return #"{"id":"01935d2e-0000-7000-8000-00000000001\#(number)","#
        + #""deck_id":"01935d2e-0000-7000-8000-000000000001","front_text":"f","back_text":"b","#
        + #""updated_at_ms":1\#(due)}"#
    }
    let push = world.send(
      "syncPush",
      """
      {"client_clock_ms":0,"records":{"decks":[{"id":"01935d2e-0000-7000-8000-000000000001",
      "title":"A","updated_at_ms":1}],"cards":[\(cards.joined(separator: ","))]}}
      """, bearer: ada.access)
    #expect(push.json["accepted"] == .integer(5))
    return (world, ada)
  }

  private func reminders(_ world: any SignInService) throws -> [OutgoingMail] {
    _ = try world.runJob("reminder_mails")
    _ = try world.runJob("send_mail")
    return world.mailbox.mails.filter { $0.unsubscribe != nil }
  }

  @Test("who asks for it gets one mail a day, of what is due", arguments: TestDatabase.here)
  func mails(database: TestDatabase) throws {
    let world = try dueWorld(database).0
    world.pass(3_600_000)
    #expect(try reminders(world).isEmpty, "nobody has asked")
    world.pass(23 * 3_600_000)
    let me = try world.send(
      "patchMe", #"{"reminder_mail":true}"#, bearer: world.signIn().access)
    #expect(me.json["reminder_mail"] == .bool(true))
    world.pass(3_600_000 - 1_000)
    #expect(try reminders(world).isEmpty)
    world.pass(1_000)
    let mail = try #require(try reminders(world).last)
    #expect(mail.subject == "2 cards are due in Flash" && mail.recipient == "ada@example.org")
    let origin = try #require(MailOrigin("flash@example.org"))
    let text = String(decoding: mail.message(from: origin), as: UTF8.self)
    let link = try #require(mail.unsubscribe)
    #expect(link.hasPrefix("https://flash.example/mail/unsubscribe?t="))
    #expect(text.contains("\r\nList-Unsubscribe: <\(link)>\r\n"))
    #expect(text.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
    #expect(text.contains(link))
    #expect(try reminders(world).count == 1, "once")
    world.pass(Timestamp.millisecondsPerDay)
    #expect(try reminders(world).count == 2)
  }

  @Test(
    "the link ends mails when it is posted to, and shows a button before",
    arguments: TestDatabase.here)
  func unsubscribing(database: TestDatabase) throws {
    let (world, ada) = try dueWorld(database)
    _ = world.send("patchMe", #"{"reminder_mail":true}"#, bearer: ada.access)
    world.pass(3_600_000)
    let mail = try #require(try reminders(world).last)
    let token = try world.token(in: mail)
    let page = world.send("getUnsubscribePage", TestRequest(query: ["t": token]))
    #expect(page.text.contains("action=\"/mail/unsubscribe\"") && page.text.contains(token))
    let isOn = {
      try world.send("getMe", bearer: world.signIn().access).json["reminder_mail"]
    }
    #expect(try isOn() == .bool(true), "looking changes nothing")
    let other = world.send("unsubscribe", TestRequest(query: ["t": String(token.reversed())]))
    #expect(other.status == 200)
    #expect(try isOn() == .bool(true))
    let click = world.send(
      "unsubscribe",
      TestRequest(body: Array("List-Unsubscribe=One-Click".utf8), query: ["t": token]))
    #expect(click.status == 200)
    #expect(try isOn() == .bool(false))
    world.pass(Timestamp.millisecondsPerDay)
    #expect(try reminders(world).count == 1)
    #expect(world.send("unsubscribe", "t=\(token)").text.contains("Nothing to do"))
    _ = try world.send(
      "patchMe", #"{"reminder_mail":true}"#, bearer: world.signIn().access)
    #expect(world.send("unsubscribe", "t=\(token)").text.contains("Nothing to do"), "it is old")
    #expect(try isOn() == .bool(true))
  }

  @Test(
    "there is no mail where nothing is due, the reminder is off, the account leaves, or it is late",
    arguments: [
      "update reminders set next_mail_ms = null",
      "update users set disabled_ms = 1", "update users set scheduled_delete_ms = 9000000000000",
      "update users set email = null",
      "update reminders set next_mail_ms = next_mail_ms - 10800001",
    ])
  func passedOver(sql: String) throws {
    let (world, ada) = try dueWorld(.sqlite)
    _ = world.send("patchMe", #"{"reminder_mail":true}"#, bearer: ada.access)
    world.pass(3_600_000)
    try world.change(sql)
    #expect(try reminders(world).isEmpty)
  }

  @Test(
    "what is not due, new, or in a deleted deck is not reminded of", arguments: TestDatabase.here)
  func nothingDue(database: TestDatabase) throws {
    let (world, ada) = try dueWorld(database)
    _ = world.send("patchMe", #"{"reminder_mail":true}"#, bearer: ada.access)
    _ = world.send(
      "syncPush",
      """
      {"client_clock_ms":0,"records":{"decks":[{"id":"01935d2e-0000-7000-8000-000000000001",
      "title":"A","updated_at_ms":2,"deleted_at_ms":2}]}}
      """, bearer: ada.access)
    world.pass(3_600_000)
    #expect(try reminders(world).isEmpty)
    #expect(try world.integer("select count(*) from reminders where next_mail_ms is not null") == 1)
  }

  @Test("without an address there is nothing to ask for")
  func noAddress() throws {
    let world = try makeWorld()
    let ada = try world.signIn()
    try world.change("update users set email = null")
    let answer = world.send("patchMe", #"{"reminder_mail":true}"#, bearer: ada.access)
    #expect(answer.status == 422 && answer.json["errors"]?["reminder_mail"] != nil)
    #expect(world.send("patchMe", #"{"reminder_mail":1}"#, bearer: ada.access).status == 422)
  }
}
