import FlashAPI
import FlashModel
import FlashTestSupport
import Testing

/// A row that no database would take is refused alone, by name, as often as it is sent.
@Suite struct RowFaultTests {
  private struct Fault: CustomStringConvertible {
    let entity: SyncEntity
    let row: String
    let field: String

    init(_ record: some WireRecord, _ field: String, _ value: JSONValue) {
      entity = type(of: record).entity
      self.field = field
      guard let json = try? JSONValue(parsing: Array(whole(record).utf8)),
        case .object(var members) = json
      else {
        row = "{}"
        return
      }
      members.removeAll { $0.key == field }
      members.append(.init(field, value))
      row = String(decoding: JSONValue.object(members).bytes, as: UTF8.self)
    }

    var description: String { "\(entity.key).\(field): \(row)" }
  }

  private static func text(_ count: Int) -> JSONValue {
    .string(String(repeating: "x", count: count))
  }
  private static let beyond32: JSONValue = .integer(1 << 31)
  private static let beyondDouble: JSONValue = .integer(1 << 53 + 2)

  private static var faults: [Fault] {
    let sub = SubTopic(id: id(20), deckID: id(1), name: "t", updatedAt: time(5))
    let link = CardSubTopic(id: id(30), cardID: id(10), subTopicID: id(21), updatedAt: time(5))
    let session = StudySession(
      id: id(40), deckID: id(1), mode: .smart, startedAt: time(5), updatedAt: time(5))
    let entry = review(50, at: 5_000, to: state(1, due: 9_000, at: 5_000))
    let wild: JSONValue = .string("wild")
    let strange = JSONValue.object([.init("state", wild), .init("stability", .double(1))])
    return [
      Fault(Topic(id: id(60), name: "t", updatedAt: time(5)), "name", text(256)),
      Fault(Topic(id: id(60), name: "t", updatedAt: time(5)), "updated_at_ms", .integer(-1)),
      Fault(deck(2), "title", text(256)), Fault(deck(2), "default_study_mode", wild),
      Fault(deck(2), "id", .string("nonsense")), Fault(deck(2), "updated_at_ms", beyondDouble),
      Fault(deck(2), "description", .integer(7)), Fault(sub, "name", text(256)),
      Fault(sub, "position", beyond32), Fault(card(11), "state", wild),
      Fault(card(11), "position", beyond32), Fault(card(11), "reps", beyond32),
      Fault(card(11), "stability", .string("much")), Fault(card(11), "due_at_ms", .double(1e300)),
      Fault(card(11), "deck_id", .string("nonsense")), Fault(link, "card_id", .string("nonsense")),
      Fault(session, "mode", wild), Fault(session, "cards_reviewed", beyond32),
      Fault(session, "accuracy_pct", .string("all")), Fault(entry, "rating", .integer(5)),
      Fault(entry, "rated_at_ms", .integer(-1)), Fault(entry, "rated_at_ms", beyondDouble),
      Fault(entry, "review_duration_ms", beyond32), Fault(entry, "state_after", strange),
      Fault(entry, "session_id", .string("nonsense")),
    ]
  }

  @Test(
    "what is out of range, of no word that is known or no id is refused alone, each time it is sent",
    arguments: TestDatabase.here)
  func alone(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let sub = SubTopic(id: id(21), deckID: id(1), name: "t", updatedAt: time(5))
    _ = try device.push([deck(1), card(10), sub])
    for (number, fault) in Self.faults.enumerated() {
      // A good row behind it, and one that belongs to it, in the same push.
      let good = deck(1, "title \(number)", at: Int64(2_000 + number))
      let behind = review(UInt64(1_000 + number), at: Int64(6_000 + number), to: nil)
      var rows: [(SyncEntity, String)] = [(fault.entity, fault.row)]
      rows += [(.decks, whole(good)), (.reviews, whole(behind))]
      let records = SyncEntity.allCases.map { entity in
        let list = rows.filter { $0.0 == entity }.map(\.1).joined(separator: ",")
        return "\"\(entity.key)\":[\(list)]"
      }
      let body = "{\"client_clock_ms\":0,\"records\":{\(records.joined(separator: ","))}}"
      let answer = try device.push(body: body)
      #expect(answer.rejected.map(\.reason) == ["invalid"], "\(fault)")
      #expect(answer.rejected.first?.retryable == false, "\(fault)")
      #expect(answer.accepted == 2, "\(fault)")
      let again = try device.push(body: body)
      #expect(again.rejected == answer.rejected && again.accepted == 0, "\(fault)")
    }
    let all = try device.everything()
    #expect(all.count == 3 + Self.faults.count)
    #expect(all.decks.first?.title == "title \(Self.faults.count - 1)")
  }

  @Test(
    "of several states of one row in a push the last by its clock stays, whatever their order",
    arguments: TestDatabase.here)
  func repeated(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    // Two of one millisecond have no order: the first stays, and its sender is told of the other.
    let answer = try device.push([
      deck(1, "a", at: 5), deck(1, "c", at: 7), deck(1, "b", at: 6), deck(1, "c", at: 7),
      deck(1, "d", at: 7),
    ])
    #expect(answer.accepted == 2 && answer.unchanged == 1)
    #expect(answer.rejected.map(\.reason) == ["stale", "stale"])
    #expect(try device.everything().decks.map(\.title) == ["c"])
  }

  @Test(
    "a payload that was lost on its way here is told by an empty id", arguments: TestDatabase.here)
  func emptied(database: TestDatabase) throws {
    let device = try SyncSite(database).account()
    let answer = try device.push(["reviews": ["{}"], "cards": ["{}"], "decks": [whole(deck(1))]])
    #expect(answer.accepted == 1)
    #expect(answer.rejected.map(\.reason) == ["missing_id", "missing_id"])
    #expect(answer.rejected.map(\.id) == ["", ""])
  }
}
