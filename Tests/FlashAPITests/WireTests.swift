import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

@Suite struct WireTests {
  private func bytes(_ record: some WireRecord, _ form: WireForm) -> [UInt8] {
    var writer = JSONWriter()
    record.write(to: &writer, as: form)
    return writer.bytes
  }

  private func expectRoundTrip<Record: WireRecord>(
    _ make: (inout SeededRandom) -> Record, seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    for round in 0..<100 {
      let record = make(&random)
      let other = make(&random)
      for form in [WireForm.whole, .sparse] {
        var reader = JSONReader(bytes(record, form))
        #expect(try Record(from: &reader) == record, "seed \(seed), round \(round)")
      }
      // A whole row ends as it is sent, whatever the reader had.
      var target = other
      var reader = JSONReader(bytes(record, .whole))
      try target.readMembers(from: &reader)
      if !(record is Review) { #expect(target == record, "seed \(seed), round \(round)") }
    }
  }

  @Test("records of every kind come back equal, and a whole row replaces all of what was there")
  func roundTrips() throws {
    try expectRoundTrip(RandomRecords.topic, seed: 1)
    try expectRoundTrip(RandomRecords.deck, seed: 2)
    try expectRoundTrip(RandomRecords.subTopic, seed: 3)
    try expectRoundTrip(RandomRecords.card, seed: 4)
    try expectRoundTrip(RandomRecords.cardSubTopic, seed: 5)
    try expectRoundTrip(RandomRecords.review, seed: 6)
    try expectRoundTrip(RandomRecords.session, seed: 7)
  }

  @Test("an absent member keeps what is stored, null clears it")
  func absentAndNull() throws {
    var random = SeededRandom(seed: 8)
    var card = RandomRecords.card(&random)
    card.hint = "hint"
    card.isSuspended = true
    card.flag = 3
    let stored = card
    var reader = JSONReader(Array(#"{"front_text":"new","flag":null,"updated_at_ms":9}"#.utf8))
    try card.readMembers(from: &reader)
    var expected = stored
    expected.front = "new"
    expected.flag = 0
    expected.contentUpdatedAt = Timestamp(milliseconds: 9)
    expected.schedulingUpdatedAt = Timestamp(milliseconds: 9)
    #expect(card == expected)
  }

  @Test(
    "a fault names the member",
    arguments: [
      (#"{"id":7}"#, "id"), (#"{"flag":8}"#, "flag"), (#"{"kind":"odd"}"#, "kind"),
      (#"{"position":-1}"#, "position"), (#"{"stability":1.5}"#, "difficulty"),
      (#"{"state":"done"}"#, "state"), (#"{"front_text":null}"#, "front_text"),
    ])
  func faults(_ json: String, field: String) throws {
    var card = Card.blank
    var reader = JSONReader(Array(json.utf8))
    let error = try #require(throws: JSONError.self) { try card.readMembers(from: &reader) }
    #expect(error.field == field)
  }

  @Test("a name may be 255 characters of any size, and no more")
  func names() throws {
    for (count, fits) in [(255, true), (256, false)] {
      var topic = Topic.blank
      let name = String(repeating: "日", count: count)
      var reader = JSONReader(Array(#"{"name":"\#(name)"}"#.utf8))
      if fits {
        try topic.readMembers(from: &reader)
        #expect(topic.name == name)
      } else {
        #expect(throws: JSONError.self) { try topic.readMembers(from: &reader) }
      }
    }
  }
}

@Suite struct PushRequestTests {
  @Test("a push is found row by row, in the order given, whatever the order of its lists")
  func rows() throws {
    let text = """
      {"records":{"cards":[{"id":"x"}, [1] ,7],"unknown":[{}],"topics":[{"a":1}]},\
      "client_clock_ms":5,"more":{}}
      """
    let request = try PushRequest(body: Array(text.utf8))
    #expect(request.clientClock == Timestamp(milliseconds: 5))
    #expect(request.count == 4)
    let starts = request[.cards].map {
      String(decoding: request.body[$0...].prefix(3), as: UTF8.self)
    }
    #expect(starts == [#"{"i"#, "[1]", "7],"])
    #expect(request[.topics].count == 1)
  }

  @Test(
    "an envelope that is wrong is refused with its field",
    arguments: [
      ("[]", ""), ("{}", "client_clock_ms"), (#"{"client_clock_ms":1}"#, "records"),
      (#"{"client_clock_ms":"1","records":{}}"#, "client_clock_ms"),
      (#"{"client_clock_ms":1.5,"records":{}}"#, nil),
      (#"{"client_clock_ms":1,"records":[1]}"#, "records"),
      (#"{"client_clock_ms":1,"records":7}"#, "records"),
      (#"{"client_clock_ms":1,"records":{"cards":{}}}"#, "records.cards"),
      (#"{"client_clock_ms":1,"records":{}"#, nil),
    ] as [(String, String?)])
  func envelope(_ text: String, field: String?) throws {
    let problem = try #require(throws: Problem.self) { try PushRequest(body: Array(text.utf8)) }
    #expect(problem.status == 422)
    #expect(problem.errors.first?.name == field)
    #expect(problem.code == (field == nil ? .malformedJSON : .validationFailed))
  }

  @Test("what the writer writes, the request finds, and every record reads back")
  func writer() throws {
    var random = SeededRandom(seed: 9)
    let decks = (0..<3).map { _ in RandomRecords.deck(&random) }
    let cards = (0..<5).map { _ in RandomRecords.card(&random) }
    var writer = PushWriter()
    for deck in decks { writer.row(deck) }
    for card in cards { writer.row(card) }
    let request = try PushRequest(body: writer.finish(clientClock: Timestamp(milliseconds: 7)))
    #expect(request.clientClock == Timestamp(milliseconds: 7))
    let read = try request[.cards].map { start in
      var reader = JSONReader(request.body, from: start)
      return try Card(from: &reader)
    }
    #expect(read == cards)
    #expect(request[.decks].count == 3)
  }

  @Test("an empty list of records is an empty object")
  func emptyList() throws {
    let request = try PushRequest(body: Array(#"{"client_clock_ms":0,"records":[]}"#.utf8))
    #expect(request.count == 0)
    #expect(request.clientClock == nil)
  }
}

@Suite struct BodyTests {
  @Test("bodies come back equal, with snake case names and nulls where they are promised")
  func roundTrip() throws {
    let answer = SignInResponse(
      tokens: TokenPair(
        accessToken: "fa_1", refreshToken: "fr_1", expiresIn: 900, refreshExpiresIn: 7_776_000),
      user: SignedInUser(id: "u", email: nil, created: true, deletionCancelled: nil),
      sessionID: "s")
    let json = JSONValueEncoder().encode(answer)
    #expect(json["access_token"] == .string("fa_1"))
    #expect(json["refresh_expires_in"] == .integer(7_776_000))
    #expect(json["user"]?["email"] == .null)
    #expect(json["session_id"] == .string("s"))
    #expect(try JSONValueDecoder().decode(SignInResponse.self, from: json) == answer)
  }

  @Test("a body that is not what it should be names the member")
  func faults() throws {
    let json = try JSONValue(parsing: Array(#"{"token":1,"device":{"name":2}}"#.utf8))
    let error = try #require(throws: JSONFieldError.self) {
      try JSONValueDecoder().decode(MagicLinkConsumption.self, from: json)
    }
    #expect(error.field == "token")
    let missing = try #require(throws: JSONFieldError.self) {
      try JSONValueDecoder().decode(Refresh.self, from: .object([]))
    }
    #expect(missing == JSONFieldError(field: "refresh_token", reason: "is required"))
    let nested = try JSONValue(parsing: Array(#"{"token":"t","device":{"name":2}}"#.utf8))
    let deep = try #require(throws: JSONFieldError.self) {
      try JSONValueDecoder().decode(MagicLinkConsumption.self, from: nested)
    }
    #expect(deep.field == "device.name")
  }

  @Test("lists and whole trees are read and written")
  func lists() throws {
    let answer = PushResponse(
      accepted: 2,
      rejected: [RejectedRow(id: "", reason: "missing_id", entity: "cards", retryable: false)],
      serverClockMs: 3, adjusted: [AdjustedRow(entity: "decks", id: "d", updatedAtMs: 4)],
      clockSkewMs: -1)
    let json = JSONValueEncoder().encode(answer)
    #expect(try JSONValueDecoder().decode(PushResponse.self, from: json) == answer)
    #expect(try JSONValueDecoder().decode(JSONValue.self, from: json) == json)
  }
}
