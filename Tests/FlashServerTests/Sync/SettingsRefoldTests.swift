import FlashAPI
import FlashModel
import FlashScheduler
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashServer

/// Settings of the account are parameters of the fold: when they change, schedules of cards that were
/// answered apart follow.
@Suite struct SettingsRefoldTests {
  private static let moment: Int64 = 1_776_700_000_000

  /// Two cards, one of them answered on two devices that knew nothing of each other.
  private static var rows: [any WireRecord] {
    let after = state(1, due: moment + 90_000, at: moment)
    let later = moment + 200_000_000
    return [
      deck(), card(10), card(11), review(1, at: moment, to: after),
      review(2, at: later, to: state(1, due: later + 5_000, at: later)),
      review(3, card: 11, at: moment, to: after),
    ]
  }

  private static func expected(_ options: String) throws -> Scheduling {
    let settings = StudySettings(
      options: try StudyOptions(json: JSONValue(parsing: Array(options.utf8))),
      calendar: StudyCalendar(zone: .utc))
    let entries = rows.compactMap { $0 as? Review }.filter { $0.cardID == id(10) }
    return Replay.fold(
      unordered: entries.map { ReplayEntry($0) }, card: id(10),
      with: try settings.scheduler(StudyOptions())
    ).scheduling
  }

  @Test(
    "new study options fold anew what was answered apart, and nothing else",
    arguments: TestDatabase.here)
  func options(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let device = try world.signIn()
    var writer = PushWriter()
    for row in Self.rows { writer.row(row) }
    let pushed = world.send(
      "syncPush", TestRequest(body: writer.finish(clientClock: world.now), bearer: device.access))
    #expect(pushed.json["accepted"] == .integer(6))
    func pull(_ since: Int64) throws -> PullPage {
      try PullPage(
        body: world.send(
          "syncPull",
          TestRequest(
            bearer: device.access,
            query: [
              "since": "\(since)", "epoch": "1",
              "entities": SyncEntity.allCases.map(\.key)
                .joined(separator: ","),
            ])
        ).body)
    }
    let before = try pull(0)
    let strict = #"{"desired_retention":0.99}"#
    let patched = world.send("patchMe", #"{"study_options":\#(strict)}"#, bearer: device.access)
    #expect(patched.status == 200)
    let news = try pull(before.nextSince)
    #expect(news.cards.map(\.id) == [id(10)])
    #expect(news.cards[0].scheduling == (try Self.expected(strict)))
    #expect(news.cards[0].scheduling != (try Self.expected("{}")))
    // Settings that no schedule depends on, or that are as they were, are news to nobody.
    _ = world.send("patchMe", #"{"theme_preference":"dark"}"#, bearer: device.access)
    _ = world.send("patchMe", #"{"study_options":\#(strict)}"#, bearer: device.access)
    #expect(try pull(news.nextSince).count == 0)
    _ = world.send("patchMe", #"{"study_options":null}"#, bearer: device.access)
    #expect(try pull(news.nextSince).cards.map(\.scheduling) == [Self.expected("{}")])
  }

  @Test(
    "what a crash kept from being folded is folded by the next push", arguments: TestDatabase.here)
  func afterCrash(database: TestDatabase) throws {
    let site = try SyncSite(database)
    let device = try site.account()
    _ = try device.push(Self.rows)
    let strict = #"{"desired_retention":0.99}"#
    try site.inDirectory("update users set study_options = $1", [.text(strict)])
    _ = try device.push([deck(2)])
    let card = try device.everything().cards.first { $0.id == id(10) }
    #expect(card?.scheduling == (try Self.expected(strict)))
  }
}
