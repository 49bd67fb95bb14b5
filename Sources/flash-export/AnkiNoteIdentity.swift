import FlashModel
import FlashStore
import FlashText

/// What Anki knows notes by.
enum AnkiNoteIdentity {
  /// The id of a note in Anki: the one it came with, else its own here.
  static func guid(of note: [CardEntry]) -> String {
    for entry in note {
      if let key = AnkiKey(entry.card.sourceKey) { return key.guid }
    }
    return note.first?.card.noteID?.description ?? note.first?.card.id.description ?? ""
  }

  /// The id of a note that has one card alone.
  static func guid(ofCard card: Card) -> String {
    if let key = AnkiKey(card.sourceKey), key.ordinal == 0 { return key.guid }
    return card.id.description
  }
}

/// The source key of a card that came from Anki, `anki:GUID:0`.
struct AnkiKey: Hashable {
  let guid: String
  let ordinal: Int

  init?(_ sourceKey: String?) {
    guard let sourceKey, sourceKey.hasPrefix("anki:"),
      let colon = sourceKey.lastIndex(of: ":"),
      let ordinal = Int(sourceKey[colon...].dropFirst())
    else { return nil }
    let guid = sourceKey[..<colon].dropFirst("anki:".count)
    guard !guid.isEmpty else { return nil }
    (self.guid, self.ordinal) = (String(guid), ordinal)
  }
}

/// The tags of notes, and which of them Anki can't have as they are.
struct AnkiNoteTags {
  /// The first names of sub-topics that will read back with `_` for their blanks.
  private(set) var altered: Set<String> = []
  /// The first names of sub-topics that some cards of a note have and others have not.
  private(set) var partial: Set<String> = []

  private static let mostNamed = 5

  /// The tags that all cards of a note have: in Anki a note has them, and what one card alone has
  /// would come back to all of them.
  mutating func words(of note: [CardEntry]) -> AnkiTags {
    guard let first = note.first else { return AnkiTags([]) }
    let common = first.subTopics.filter { name in
      note.allSatisfy { $0.subTopics.contains(name) }
    }
    let tags = AnkiTags(common)
    if altered.count < AnkiNoteTags.mostNamed { altered.formUnion(tags.altered) }
    if partial.count < AnkiNoteTags.mostNamed {
      partial.formUnion(note.flatMap(\.subTopics).filter { !common.contains($0) })
    }
    return tags
  }
}
