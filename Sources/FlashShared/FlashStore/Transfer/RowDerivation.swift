internal import FlashCrypto
internal import FlashModel
public import FlashText

/// What follows from a row alone, whatever the collection holds: ids, which are hashes, and the hash
/// of its text. Whoever reads a file can work it out on a thread of its own.
struct RowDerivation: Sendable {
  /// The id of the row's card, unless the collection knows the card by another.
  let id: CardID
  /// What `id` derives from.
  let sourceKey: ArraySlice<UInt8>
  /// The hash of front and back.
  let text: Int64
  /// Of a row with siblings, the note that they share.
  let note: NoteID?
  /// The ids that the entries of its log have, if its card has `id`.
  let entries: [ReviewID]
}

/// Works out what follows from rows. Use it on one thread.
public struct RowDeriver: ~Copyable {
  private var identity: CardIdentity

  /// - Throws: `StoreError.crypto` if libcrypto lacks a hash function.
  public init() throws(StoreError) {
    do throws(CryptoError) {
      identity = try CardIdentity()
    } catch {
      throw .crypto(error)
    }
  }

  /// - Parameters:
  ///   - detail: of the draft, in the collection's terms.
  ///   - deckPath: of the row's deck, as the file gives it.
  public mutating func facts(
    of draft: CardDraft, in batch: DraftBatch, _ detail: ImportDetail?, deckPath: [UInt8]
  ) -> RowFacts {
    let (front, name) = (batch.bytes[draft.front], batch.bytes[draft.sourceID])
    let id: CardID
    if name.isEmpty {
      id = identity.card(deckPath: deckPath, front: front, ordinal: 0)
    } else {
      id = identity.card(named: name, isSourceKey: draft.hasSourceKey)
    }
    let isWholeKey = draft.hasSourceKey && !name.isEmpty
    var note: NoteID?
    if draft.noteOrd != nil {
      note = identity.note(
        key: detail?.noteKey ?? [], text: batch.bytes[draft.note], isNamed: !name.isEmpty,
        deckPath: deckPath)
    }
    return RowFacts(
      detail: detail,
      derived: RowDerivation(
        id: id, sourceKey: isWholeKey ? name : identity.sourceKey[...],
        text: ContentHash(front: front, back: batch.bytes[draft.back]).value, note: note,
        entries: detail?.reviews.map { identity.entry($0, of: id) } ?? []))
  }
}
