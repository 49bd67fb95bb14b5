import FlashModel
import FlashTestSupport
import Testing

@testable import FlashServer

@Suite struct PlanRaceTests {
  @Test(
    "of many requests at once no more get through than the plan allows",
    arguments: TestDatabase.here)
  func race(database: TestDatabase) throws {
    let world = try makeWorld(on: database)
    let ada = try world.signIn()
    let statuses = atOnce(8) { _ in
      world.send("createReminder", #"{"time_local":"08:00"}"#, bearer: ada.access).status
    }
    #expect(statuses.sorted() == [201] + Array(repeating: 402, count: 7))
    let accepted = atOnce(8) { number in
      world.send(
        "syncPush",
        """
        {"client_clock_ms":0,"records":{"decks":[{"title":"\(number)","updated_at_ms":1,
        "id":"01935d2e-0000-7000-8000-00000000000\(number)"}]}}
        """, bearer: ada.access
      ).json["accepted"]?.integer
    }
    #expect(accepted.count { $0 == 1 } == 5)
    #expect(accepted.count { $0 == 0 } == 3)
    #expect(try world.integer("select deck_count from users") == 5)
  }
}
