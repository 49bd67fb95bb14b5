import FlashCollection
import FlashModel
import FlashStore

/// What is wrong with one answer that was sent.
struct AnswerFault: UserFacingError, Hashable {
  /// Counted from 1; nil for an answer given as operands.
  let line: Int?
  let reason: String
  let code: String
  let kind: FailureKind

  init(line: Int?, _ reason: String, code: String = "malformed", kind: FailureKind = .badInput) {
    self.line = line
    self.reason = reason
    self.code = code
    self.kind = kind
  }

  var message: String { (line.map { "standard input:\($0): " } ?? "") + reason }
}

extension Answer {
  /// Reads one line of `flash study answer -`: an object with `card_id` and `rating`, and with
  /// `at`, `elapsed_ms` and `id` where they are known. Other members are ignored, so that what
  /// `--json` prints can be sent again.
  /// - Parameters:
  ///   - line: counted from 1, for messages.
  ///   - now: when the card was rated, if the line does not say.
  init(json bytes: [UInt8], line: Int, at now: Timestamp) throws(AnswerFault) {
    var members = AnswerMembers()
    do throws(JSONError) {
      try members.read(bytes)
    } catch {
      throw AnswerFault(line: line, error.message)
    }
    func fault(_ reason: String) -> AnswerFault { AnswerFault(line: line, reason) }
    guard let card = members.card.flatMap({ CardID($0) }) else {
      throw fault("'card_id': the id of a card expected")
    }
    guard let rating = members.rating.flatMap({ Rating($0) }) else {
      throw fault("'rating': 1 to 4, or again, hard, good or easy expected")
    }
    self.init(cardID: card, rating: rating, ratedAt: now)
    if let text = members.at {
      guard let moment = Timestamp(rfc3339: text) else {
        throw fault("'at': a time such as 2026-11-30T07:00:00Z expected")
      }
      ratedAt = moment
    }
    if let text = members.id {
      guard let id = ReviewID(text) else { throw fault("'id': a UUID expected") }
      reviewID = id
    }
    guard (0...Review.longestDuration).contains(members.elapsed) else {
      throw fault("'elapsed_ms': 0 to \(Review.longestDuration) expected")
    }
    durationMilliseconds = members.elapsed
  }
}

/// The members of an answer's object, as they are written.
private struct AnswerMembers {
  var card: String?
  var rating: String?
  var at: String?
  var elapsed = 0
  var id: String?

  mutating func read(_ bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if try reader.readNull() { continue }
      switch key {
      case "card_id": card = try reader.string()
      case "rating":
        rating =
          reader.peek() == UInt8(ascii: "\"")
          ? try reader.string() : String(try reader.integer())
      case "at": at = try reader.string()
      case "elapsed_ms": elapsed = Int(clamping: try reader.integer())
      case "id": id = try reader.string()
      default: try reader.skipValue()
      }
    }
    try reader.end()
  }
}
