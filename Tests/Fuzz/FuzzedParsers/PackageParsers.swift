import FlashModel
import FlashPackages
import FlashText

extension FuzzedParser {
  /// Containers, and what stands in them.
  static let packages: [FuzzedParser] = [
    FuzzedParser("zip", checkZip),
    FuzzedParser("protobuf", checkProtobuf),
    FuzzedParser("template", checkTemplate),
    FuzzedParser("edn") { bytes throws(Violation) in try checkMochi(bytes, "data.edn") },
    FuzzedParser("transit") { bytes throws(Violation) in try checkMochi(bytes, "data.json") },
  ]

  /// Any data is refused, or gives as many cards and problems as it has cards, sound ones.
  private static func checkMochi(_ bytes: [UInt8], _ name: String) throws(Violation) {
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    guard let reader = try? MochiReader(data: bytes, named: name, at: now) else { return }
    var count = 0
    while true {
      let read: DraftBatch?
      do throws(PackageError) { read = try reader.next() } catch { return }
      guard let batch = read else { break }
      count += batch.drafts.count + batch.problems.count
      for draft in batch.drafts {
        if let flaw = flaw(of: draft, in: batch) { throw Violation(flaw) }
      }
    }
    try require(count >= reader.cardCount, "\(count) of \(reader.cardCount) cards")
  }

  private static func flaw(of draft: CardDraft, in batch: DraftBatch) -> String? {
    for side in [draft.front, draft.back] {
      let text = batch.text(side)
      if text.isEmpty { return "an empty side in card \(draft.line)" }
      if side.count > TextLimits.side { return "a side of \(side.count) bytes" }
      if !text.utf8.elementsEqual(CardText.cleaned(text).utf8) {
        return "not clean in card \(draft.line)"
      }
    }
    return nil
  }
}
