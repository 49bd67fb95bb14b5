import FlashCrypto
import FlashModel
import Testing

@Suite struct IdentifierDeriverTests {
  let card = CardID(high: 0x0190_a1b2_c3d4_7e5f, low: 0x8a9b_0c1d_2e3f_4a5b)

  @Test("the example of RFC 9562, A.4 comes out")
  func rfc() throws {
    let dns = try #require(CardID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    var deriver = try IdentifierDeriver(in: NameSpace(dns))
    let id: CardID = deriver.derived(name: "www.example.com")
    #expect(id.description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test("derived ids never change, because devices meet in them")
  func frozen() throws {
    var deriver = try IdentifierDeriver()
    var state = Scheduling.new
    state.memory = MemoryState(stability: 12.5, difficulty: 5)
    let deck = deriver.deck(path: "Spanish::Verbs")
    let subTopic = deriver.subTopic(in: deck, foldedName: "greet")
    let ids = [
      deriver.card(sourceKey: "anki:abc:0").description, deck.description,
      deriver.topic(name: "Spanish").description, subTopic.description,
      deriver.link(card: card, subTopic: subTopic).description,
      deriver.review(card: card, ratedAt: Timestamp(milliseconds: 1_700_000_000_000), rating: .good)
        .description,
      deriver.manualEntry(card: card, state: state).description,
    ]
    #expect(
      ids == [
        "b196ae15-4c0b-5160-8cc4-cb8d67fadd62",
        "1b3bd888-6be6-5898-8571-187b61e865e9",
        "76810aa4-e324-59cb-bd16-f542f841cf53",
        "3d596253-4d5d-582b-8c52-bc4f0a100c55",
        "df7cf83d-6f7c-5fc6-a73a-c08d345b18d9",
        "f84c7a03-f33a-51f1-a575-f85a1f246a06",
        "abde8edc-059b-5026-8136-9325ad59b16c",
      ])
    #expect(Set(ids).count == ids.count)
  }

  @Test("a manual entry differs with any part of the source's state")
  func manual() throws {
    var deriver = try IdentifierDeriver()
    let moment = Timestamp(milliseconds: 5)
    let states = [
      Scheduling(), Scheduling(state: .learning), Scheduling(state: .learning, step: 0),
      Scheduling(due: moment), Scheduling(lastReviewed: moment), Scheduling(lastScheduled: moment),
      Scheduling(reps: 1), Scheduling(lapses: 1),
      Scheduling(memory: MemoryState(stability: 1, difficulty: 1)),
      Scheduling(memory: MemoryState(stability: 1.0000000000000002, difficulty: 1)),
    ]
    var ids: Set<ReviewID> = []
    for state in states { ids.insert(deriver.manualEntry(card: card, state: state)) }
    #expect(ids.count == states.count)
  }

  @Test("a text key tells path and front apart, and counts equal fronts")
  func textKeys() throws {
    var keys = try TextSourceKey()
    let first = keys.key(deckPath: "A", front: "Bc", ordinal: 0)
    #expect(first == "text:720731764ea17a4ee34325b55c016239a155e7c443abbd9656eb30fc97e8c770")
    #expect(first != keys.key(deckPath: "AB", front: "c", ordinal: 0))
    #expect(first != keys.key(deckPath: "A", front: "Bc", ordinal: 1))
    #expect(first == keys.key(deckPath: "A", front: "Bc", ordinal: 0))
  }
}
