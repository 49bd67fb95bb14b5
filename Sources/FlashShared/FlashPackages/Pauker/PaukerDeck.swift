import FlashModel
import FlashText

/// Reads a lesson of Pauker: batches of cards, the third and later of which are boxes of long-term
/// memory.
///
/// A card that was also learned the other way round is read in its own direction.
struct PaukerDeck: XMLDeck {
  private var deck = ""
  /// Of the open batch, from 0.
  private var batchNumber = -1
  private var line = 0
  /// The depth of the open card; 0 outside of one.
  private var cardDepth = 0
  private var isReverse = false
  private var learned: String?
  private var isTyped = false
  private var description = XMLFields()
  private var front = XMLFields()
  private var back = XMLFields()

  /// How long the first line of a description may be to be a name.
  private static let nameLimit = 80

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    switch element.name {
    case "Description" where element.depth == 2: description.begin(element)
    case "Batch" where element.depth == 2: batchNumber += 1
    case "Card" where cardDepth == 0:
      cardDepth = element.depth
      line = element.line
      (learned, isTyped, isReverse) = (nil, false, false)
      front.removeAll()
      back.removeAll()
    case "FrontSide" where cardDepth > 0:
      isReverse = false
      learned = element.text("LearnedTimestamp")
      isTyped = element.text("RepeatByTyping") == "true"
    case "ReverseSide" where cardDepth > 0: isReverse = true
    case "Text" where cardDepth > 0:
      if isReverse { back.begin(element) } else { front.begin(element) }
    default: break
    }
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) {
    description.append(bytes)
    front.append(bytes)
    back.append(bytes)
  }

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    description.end(depth: depth)
    front.end(depth: depth)
    back.end(depth: depth)
    if depth == cardDepth {
      cardDepth = 0
      addCard(to: &batch)
    } else if depth == 2, name == "Description" {
      let first = description.text("Description")?.prefix { !$0.isNewline } ?? ""
      if first.count <= PaukerDeck.nameLimit { deck = String(first) }
    }
  }

  private mutating func addCard(to batch: inout DraftBatch) {
    guard !front.isTooLong, !back.isTooLong else {
      return batch.add(RowProblem(line: line, reason: .recordTooLong))
    }
    var draft = CardDraft(line: line)
    draft.deck = batch.append(cleaned: deck)
    draft.front = batch.append(cleaned: front.bytes("Text"))
    draft.back = batch.append(cleaned: back.bytes("Text"))
    var detail = DraftDetail()
    if isTyped { detail.kind = .typeIn }
    if let learned {
      detail.schedule = schedule(learned)
      if detail.schedule == nil, batchNumber > 2 {
        batch.warn(of: .unreadableSchedule, line: line)
      }
    }
    batch.set(detail, of: &draft)
    batch.add(draft)
  }

  /// Box k expires e^(k-1) days after it was learned; nil for cards that are in none.
  private func schedule(_ learned: String) -> ForeignSchedule? {
    guard batchNumber > 2, batchNumber < 15, let moment = Int64(learned),
      (0...10_000_000_000_000).contains(moment)
    else { return nil }
    let days = PaukerDeck.powersOfE[batchNumber - 3]
    let due = moment + Int64(days * 86_400_000)
    var schedule = ForeignSchedule(
      due: .exact(Timestamp(milliseconds: due)),
      lastReviewed: .exact(Timestamp(milliseconds: moment)), intervalDays: days, ease: 2.5)
    schedule?.difficulty = 5
    return schedule
  }

  /// e to the power of 0 and more. Written out, so that it is the same on every machine.
  private static let powersOfE = [
    1, 2.718281828459045, 7.38905609893065, 20.085536923187668, 54.598150033144236,
    148.4131591025766, 403.4287934927351, 1096.6331584284585, 2980.9579870417283,
    8103.083927575384, 22026.465794806718, 59874.14171519782,
  ]
}
