import FlashModel
import FlashStore
import FlashTestSupport
import Testing

/// Descriptions and study options of decks, from Anki and back to it.
@Suite struct DeckSourceTests {
  private static let preset = """
    {"1":{"id":1,"name":"Default","new":{"delays":[1.0,10.0],"perDay":20,"bury":false,"order":1},
    "rev":{"perDay":200,"maxIvl":36500,"bury":false},"lapse":{"delays":[10.0],"leechFails":8},
    "desiredRetention":0.9},
    "7":{"id":7,"name":"Hard","new":{"delays":[2,0.5,1440],"perDay":35,"bury":true,"order":1},
    "rev":{"perDay":9999,"maxIvl":365,"bury":true},"lapse":{"delays":[],"leechFails":5},
    "desiredRetention":0.93,"reviewOrder":8,"newSortOrder":3}}
    """

  private func given(
    _ home: TestHome, description: String = "About <b>verbs</b>", preset: String = Self.preset
  ) throws {
    var builder = AnkiBuilder([AnkiBuilder.Note("a", "one", "eins"), .init("b", "two", "zwei")])
    builder.notes[1].deck = 2
    builder.sql = """
      update col set decks = '{"1":{"name":"Default","conf":1,"desc":""},
      "2":{"name":"A::B","conf":7,"desc":"\(description)"}}', dconf = '\(preset)';
      """
    try home.folder.write(try builder.package(), to: "deck.apkg")
    try home.given("flash-import", ["deck.apkg"])
  }

  private func options(_ pairs: (String, JSONValue)...) throws -> StudyOptions {
    var options = StudyOptions()
    for (name, value) in pairs { try options.set(name, to: value) }
    return options
  }

  @Test("a deck comes with its description and its preset, but for what holds anyway")
  func deckOptions() throws {
    try TestHome.with { home in
      try given(home)
      let decks = try home.store().decks()
      // Anki's own preset, as Anki makes it, says nothing.
      #expect(decks.map(\.title) == ["A::B", "Default"])
      #expect(decks[1].options.isEmpty)
      #expect(decks[1].description == nil)
      #expect(decks[0].description == "About **verbs**")
      let expected = try options(
        ("desired_retention", .double(0.93)), ("new_per_day", .integer(35)),
        ("learning_steps_s", .array([.integer(120), .integer(30), .integer(86_400)])),
        ("relearning_steps_s", .array([])), ("max_interval_days", .integer(365)),
        ("leech_threshold", .integer(5)), ("review_order", .string("random")),
        ("new_order", .string("random")))
      #expect(decks[0].options == expected)
    }
  }

  @Test("they follow the source, option by option, unless they were changed here")
  func followed() throws {
    try TestHome.with { home in
      try given(home)
      try home.given("flash-deck", ["options", "A::B", "new_per_day=3"])
      let newer = Self.preset.replacing("\"perDay\":35", with: "\"perDay\":40")
        .replacing("0.93", with: "0.85")
      try given(home, description: "New", preset: newer)
      var deck = try home.store().deck(named: "A::B")
      #expect(deck.options.newPerDay == 3)
      #expect(deck.options.desiredRetention == 0.85)
      #expect(deck.description == "New")
      try home.given("flash-deck", ["edit", "A::B", "--description", "Mine"])
      try given(home, description: "Newer", preset: newer)
      deck = try home.store().deck(named: "A::B")
      #expect(deck.description == "Mine")
    }
  }

  @Test("a deck that was made here keeps what it has")
  func handmade() throws {
    try TestHome.with { home in
      try home.given("flash-deck", ["add", "A::B"])
      try given(home)
      let deck = try home.store().deck(named: "A::B")
      #expect(deck.options.isEmpty)
      #expect(deck.description == nil)
    }
  }

  @Test("a package carries them into an empty collection")
  func carried() throws {
    try TestHome.with { home in
      try given(home, description: "2 * 3 and <i>x</i>")
      try home.given("flash-deck", ["options", "A::B", "review_order=retrievability"])
      try home.given("flash-deck", ["options", "Default", "new_per_day=20", "reviews_per_day=200"])
      try home.given("flash-deck", ["edit", "Default", "--description", "a *b*\n\n- c"])
      try home.given("flash-export", ["-o", "x.apkg"])
      try home.given("flash-import", ["--store=other.db", "x.apkg"])
      let (here, there) = (
        try home.store().decks(), try home.store(home.folder.path(of: "other.db")).decks()
      )
      #expect(there.map(\.title) == here.map(\.title))
      #expect(there.map(\.options) == here.map(\.options))
      #expect(there.map(\.description) == here.map(\.description))
      // Without schedules it is for others, who study in their own way.
      try home.given("flash-export", ["--no-scheduling", "-o", "y.apkg"])
      try home.given("flash-import", ["--store=third.db", "y.apkg"])
      let third = try home.store(home.folder.path(of: "third.db")).decks()
      #expect(third.map(\.options.isEmpty) == third.map { _ in true })
      #expect(third.map(\.description) == here.map(\.description))
    }
  }
}
