import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct ExportTests {
  private func write(_ rows: [ExportRow]) -> [UInt8] {
    var writer = ExportWriter(ExportHeader(exportedAt: Timestamp(milliseconds: 1_700_000_000_123)))
    for row in rows { writer.row(row) }
    writer.end()
    return writer.bytes
  }

  private func read(_ bytes: [UInt8], piece: Int = 1_000) throws(TextFormatError) -> [ExportRow] {
    var reader = ExportReader()
    var rows: [ExportRow] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      rows += try reader.push(bytes.span.extracting(start..<end))
      start = end
    }
    return rows + (try reader.finish())
  }

  @Test("records of every kind and every value come back equal, tombstones and clocks included")
  func roundTrip() throws {
    var random = SeededRandom(seed: 4)
    for round in 0..<60 {
      let rows = (0..<20).map { _ in RandomRecords.row(&random) }
      #expect(try read(write(rows), piece: 1 + round * 13) == rows, "seed 4, round \(round)")
    }
  }

  @Test("a line has the shape of the sync service's rows")
  func shape() throws {
    let moment = Timestamp(milliseconds: 1_000)
    let card = Card(
      id: CardID(high: 1, low: 2), deckID: DeckID(high: 3, low: 4), front: "é\n", back: "b",
      position: 7, flag: 2,
      scheduling: Scheduling(
        state: .review, memory: MemoryState(stability: 12.5, difficulty: 5), due: moment, reps: 1),
      contentUpdatedAt: moment, schedulingUpdatedAt: Timestamp(milliseconds: 2_000))
    let expected = """
      {"entity":"header","format":"flash-export","version":1,"exported_at_ms":1700000000123}
      {"entity":"cards","row":{"id":"00000000-0000-0001-0000-000000000002",\
      "deck_id":"00000000-0000-0003-0000-000000000004","front_text":"é\\n","back_text":"b",\
      "front_image_asset_id":null,"back_image_asset_id":null,"position":7,"stability":12.5,\
      "difficulty":5.0,"state":"review","last_reviewed_at_ms":null,"due_at_ms":1000,\
      "lapses":0,"reps":1,"flag":2,"content_ms":1000,"sched_ms":2000,\
      "updated_at_ms":2000,"deleted_at_ms":null}}
      {"entity":"end","count":1}

      """
    #expect(String(decoding: write([.card(card)]), as: UTF8.self) == expected)
  }

  @Test(
    "a row of the sync service is read without what is ours, and what is unknown is passed over")
  func foreignRow() throws {
    let text = """
      {"entity":"header","format":"flash-export","version":1}
      {"entity":"reviews","row":{"user_id":"x","id":"00000000-0000-0001-0000-000000000002","card_id":\
      "00000000-0000-0001-0000-000000000003","rating":3,"rated_at_ms":5,"state_before":[],\
      "state_after":{},"review_duration_ms":9,"updated_at_ms":5,"new":{"a":[1]}}}
      {"entity":"settings","row":{"study.rollover":4}}
      {"entity":"end","count":2}

      """
    let rows = try read(Array(text.utf8))
    let moment = Timestamp(milliseconds: 5)
    #expect(
      rows == [
        .review(
          Review(
            id: ReviewID(high: 1, low: 2), cardID: CardID(high: 1, low: 3), rating: .good,
            durationMilliseconds: 9, ratedAt: moment, order: moment, before: nil, after: nil)),
        .other(
          entity: "settings", row: .object([JSONValue.Member("study.rollover", .integer(4))])),
      ])
  }

  @Test("cut anywhere, an export is refused")
  func truncated() {
    var random = SeededRandom(seed: 8)
    let bytes = write((0..<6).map { _ in RandomRecords.row(&random) })
    for length in 0..<bytes.count - 1 {
      do throws(TextFormatError) {
        _ = try read(Array(bytes[..<length]))
        Issue.record("read \(length) of \(bytes.count) bytes")
      } catch {
        #expect(["malformed", "empty", "encoding"].contains(error.code))
      }
    }
  }

  @Test("a flipped bit gives records or a typed error, never a crash")
  func flipped() {
    var random = SeededRandom(seed: 8)
    let bytes = write((0..<6).map { _ in RandomRecords.row(&random) })
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      do throws(TextFormatError) {
        _ = try read(damaged)
      } catch {
        #expect(["malformed", "encoding", "too_new"].contains(error.code))
      }
    }
  }

  @Test(
    "what no export holds is refused, with its line",
    arguments: [
      (#"{"entity":"cards","row":{"id":"x"}}"#, "a UUID expected, not 'x'"),
      (#"{"entity":"topics","row":{"name":"n"}}"#, "a row without 'id'"),
      (
        #"{"entity":"cards","row":{"state":"old"}}"#, "an unknown word: 'old'"
      ),
      (#"{"entity":"cards","row":{"flag":8}}"#, "8 is not in 0...7"),
      (#"{"row":{}}"#, "a line that does not begin with its entity"),
      (#"{"entity":"end","count":1}"#, "1 rows expected, 0 found"),
      (
        #"{"entity":"reviews","row":{"state_after":{"stability":1.5}}}"#,
        "stability and difficulty belong together"
      ),
    ])
  func refused(line: String, reason: String) {
    let text = "{\"entity\":\"header\",\"format\":\"flash-export\",\"version\":1}\n\n" + line
    #expect(throws: TextFormatError.malformed(line: 3, reason: reason)) {
      try self.read(Array(text.utf8))
    }
  }

  @Test("a later version is refused as too new, another file as malformed")
  func versions() {
    #expect(throws: TextFormatError.tooNew(found: 2, supported: 1)) {
      try self.read(Array(#"{"entity":"header","format":"flash-export","version":2}"#.utf8))
    }
    #expect(
      throws: TextFormatError.malformed(line: 1, reason: "the header of a flash export expected")
    ) { try self.read(Array(#"{"front":"a","back":"b"}"#.utf8)) }
  }
}
