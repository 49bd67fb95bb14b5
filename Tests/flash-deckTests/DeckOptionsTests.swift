import FlashModel
import FlashTestSupport
import Testing

@testable import flash_deck

@Suite struct DeckOptionsTests {
  private func value(_ name: String, of session: CommandSession) throws -> JSONValue? {
    try session.deck("options", "a", "--json").objects().first { $0["name"] == .string(name) }
  }

  @Test(
    "an option reads back as it was written",
    arguments: [
      ("desired_retention", "0.92"), ("new_per_day", "20"), ("reviews_per_day", "100"),
      ("learning_steps_s", "1m,10m,1d"), ("learning_steps_s", "30s,90s"),
      ("relearning_steps_s", "none"), ("max_interval_days", "365"), ("leech_threshold", "4"),
      ("bury_siblings", "false"), ("new_order", "random"), ("review_order", "retrievability"),
      (
        "fsrs_weights",
        "0.4,0.6,2.4,5.8,4.93,0.94,0.86,0.01,1.49,0.14,0.94,2.18,0.05,0.34,1.26,0.29,2.61"
      ),
    ])
  func roundTrip(name: String, text: String) throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    #expect(session.deck("options", "a", "\(name)=\(text)").code == 0)
    let row = session.deck("options", "a").lines.first { $0.hasPrefix("\(name)\t") }
    #expect(row == "\(name)\t\(text)\tdeck")
    #expect(session.deck("options", "a", "\(name)=").code == 0)
    let cleared = session.deck("options", "a").lines.first { $0.hasPrefix("\(name)\t") }
    #expect(cleared?.hasSuffix("\tshipped") == true)
  }

  @Test("seconds and durations are the same steps")
  func steps() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    _ = session.deck("options", "a", "learning_steps_s=60,10m,3600")
    #expect(
      try value("learning_steps_s", of: session)?["value"]
        == .array([.integer(60), .integer(600), .integer(3_600)]))
  }

  @Test(
    "what is out of range or unknown is refused, and nothing is set",
    arguments: [
      "desired_retention=0.5", "desired_retention=x", "new_per_day=-1", "new_per_day=10000",
      "learning_steps_s=0", "learning_steps_s=1m,x", "learning_steps_s=1,1,1,1,1,1,1,1,1,1,1",
      "bury_siblings=maybe", "new_order=x", "fsrs_weights=1,2", "fsrs_weights=,",
      "leech_threshold=0", "max_interval_days=99999999999999999999", "nonsense=1", "new_per_day",
    ])
  func refused(setting: String) throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    let outcome = session.deck("options", "a", "new_order=random", setting)
    #expect(outcome.code == 64)
    #expect(!outcome.errors.isEmpty)
    #expect(try value("new_order", of: session)?["set_in"] == .string("shipped"))
  }

  @Test("what a deck leaves open comes from the defaults of the collection")
  func defaults() throws {
    let session = try CommandSession()
    _ = session.deck("add", "a")
    let set = session.deck("options", "--default", "new_per_day=7", "leech_threshold=5")
    #expect(
      set.output == "set the options of decks that do not say otherwise (undo: flash undo)\n")
    #expect(
      session.deck("options", "--default", "new_per_day=7").output == "nothing changed\n")
    _ = session.deck("options", "a", "leech_threshold=6")
    #expect(try value("new_per_day", of: session)?["value"] == .integer(7))
    #expect(try value("new_per_day", of: session)?["set_in"] == .string("default"))
    #expect(try value("leech_threshold", of: session)?["set_in"] == .string("deck"))
    #expect(session.deck("options", "--default").lines.contains("new_per_day\t7\tdefault"))
  }
}
