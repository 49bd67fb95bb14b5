import FlashModel
import FlashStore
import FlashText

/// A draft with what can be made of it before the collection is asked.
struct PreparedRow: Sendable {
  let draft: CardDraft
  /// The place of its deck among ``RowPreparation/Batch/decks``; nil if nothing names one.
  let deck: Int?
  /// The names of its sub-topics and tags, those of the options last; nil if one is too long.
  let labels: [String]?
  let facts: RowFacts
}

/// Makes of drafts what does not need the collection, on the thread that reads them: less is left to
/// do for the one that writes.
final class RowPreparation {
  /// A batch of drafts, taken further.
  struct Batch: Sendable {
    let drafts: DraftBatch
    let rows: [PreparedRow]
    /// The titles of all decks that rows have named so far.
    let decks: [String]
    /// How far it takes the progress.
    let progressed: Int
  }

  private let givenTags: [String]
  /// The title of the deck for rows that name none; nil if there is nothing to call it by.
  private let defaultDeck: String?
  private var deriver: RowDeriver
  private var decks: [(title: String, path: [UInt8])] = []
  private var places: [ArraySlice<UInt8>: Int] = [:]
  private var newest: (path: ArraySlice<UInt8>, place: Int)?

  /// - Throws: `StoreError.crypto`.
  init(defaultDeck: String?, givenTags: [String]) throws {
    self.defaultDeck = defaultDeck
    self.givenTags = givenTags
    deriver = try RowDeriver()
  }

  func prepare(_ batch: DraftBatch, progressed: Int) -> Batch {
    let rows = batch.drafts.map { draft in
      let place = deck(of: draft, in: batch)
      let detail = draft.importDetail(in: batch)
      return PreparedRow(
        draft: draft, deck: place, labels: labels(of: draft, in: batch),
        facts: deriver.facts(
          of: draft, in: batch, detail, deckPath: place.map { decks[$0].path } ?? []))
    }
    return Batch(
      drafts: batch, rows: rows, decks: decks.map(\.title), progressed: progressed)
  }

  /// The place of the deck that a row goes to, at no cost where it is that of the row before.
  private func deck(of draft: CardDraft, in batch: DraftBatch) -> Int? {
    let path = batch.bytes[draft.deck]
    if let newest, newest.path == path { return newest.place }
    // A copy, so that the batch's bytes are not kept for a few of them.
    let key = Array(path)[...]
    guard let place = places[key] ?? addDeck(batch.text(draft.deck)) else { return nil }
    places[key] = place
    newest = (key, place)
    return place
  }

  private func addDeck(_ path: String) -> Int? {
    guard let title = DeckPath(path)?.title ?? defaultDeck else { return nil }
    if let place = decks.firstIndex(where: { $0.title == title }) { return place }
    decks.append((title, Array(title.utf8)))
    return decks.count - 1
  }

  private func labels(of draft: CardDraft, in batch: DraftBatch) -> [String]? {
    if draft.subTopics.isEmpty, draft.tags.isEmpty { return givenTags }
    let names = batch.parts(draft.subTopics) + batch.parts(draft.tags)
    guard !names.contains(where: { $0.unicodeScalars.count > 255 }) else { return nil }
    return names + givenTags
  }
}

extension CardDraft {
  /// What few rows say, in the collection's terms; nil for a plain card.
  fileprivate func importDetail(in batch: DraftBatch) -> ImportDetail? {
    guard let detail = batch.detail(of: self) else {
      return hasSourceKey ? ImportDetail(hasSourceKey: true) : nil
    }
    var made = ImportDetail(
      hasSourceKey: hasSourceKey, noteKey: batch.bytes[detail.noteKey], kind: detail.kind,
      isSuspended: detail.isSuspended, schedule: detail.schedule)
    made.flag = detail.flag
    made.buriedAt = detail.buriedAt
    made.madeAt = detail.madeAt
    made.hint = detail.hint.map { Array(batch.bytes[$0]) }
    made.reviews = detail.reviews
    return made
  }
}
