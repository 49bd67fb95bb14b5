/// What a finding is about: a stable slug for scripts and for reading lists.
public enum FindingCode: String, Sendable, Hashable, CaseIterable {
  case malformed
  case encoding
  case tooLarge = "too_large"
  case unsupported
  case unknownFormat = "unknown_format"
  case empty
  case emptySide = "empty_side"
  case noSeparator = "no_separator"
  case strayText = "stray_text"
  case noDeletion = "no_deletion"
  case cloze
  case duplicateID = "duplicate_id"
  case badID = "bad_id"
  case duplicate
  case sameFront = "same_front"
  case missingMedia = "missing_media"
  case mediaOutside = "media_outside"
  case clozeAsText = "cloze_as_text"
  case linkAsCloze = "link_as_cloze"
  case unreadableSchedule = "unreadable_schedule"
  case halfCard = "half_card"
  case cells
  case unknownHeader = "unknown_header"
  case unknownKey = "unknown_key"
  case unknownColumn = "unknown_column"
  case byteOrderMark = "byte_order_mark"
  case notUTF8 = "not_utf8"
  case normalForm = "normal_form"
  case lineEnds = "line_ends"
  case controlCharacter = "control_character"
  case bidiControl = "bidi_control"
  case replacementCharacter = "replacement_character"
  /// Not a fault: an id that was written into the file.
  case idWritten = "id_written"

  /// How grave it is, unless a finding says otherwise.
  public var severity: DeckFinding.Severity {
    switch self {
    case .malformed, .encoding, .tooLarge, .unsupported, .unknownFormat, .emptySide, .noSeparator,
      .strayText, .noDeletion, .cloze, .duplicateID, .badID:
      .error
    case .empty, .duplicate, .missingMedia, .mediaOutside, .clozeAsText, .linkAsCloze,
      .unreadableSchedule, .halfCard,
      .cells, .unknownHeader, .unknownKey, .byteOrderMark, .notUTF8, .normalForm, .lineEnds,
      .controlCharacter, .bidiControl, .replacementCharacter:
      .warning
    case .sameFront, .unknownColumn, .idWritten: .info
    }
  }

  /// What it stands for, for a list of all.
  public var meaning: String {
    switch self {
    case .malformed: "the syntax is broken; importing refuses the file, or the record"
    case .encoding: "bytes that are no text in the file's encoding"
    case .tooLarge: "a side, record, tag or id over its limit"
    case .unsupported: "a format that is known and not read as text"
    case .unknownFormat: "no format that is known"
    case .empty: "no cards"
    case .emptySide: "a card with nothing on one side"
    case .noSeparator: "nothing parts term and definition"
    case .strayText: "text that belongs to no card"
    case .noDeletion: "cloze text that hides nothing"
    case .cloze: "a brace, bracket or mark of a deletion that is not closed, not opened or misspelt"
    case .duplicateID: "an id that another card has"
    case .badID: "a comment that is nearly an id, or a second id of one card"
    case .duplicate: "a card that was there before"
    case .sameFront: "a front that another card of the deck has, with another back"
    case .missingMedia: "a picture or sound that is not there"
    case .mediaOutside: "a picture or sound outside the folder of the deck"
    case .clozeAsText: "cloze text where none is read"
    case .linkAsCloze: "a link whose text is read as a deletion"
    case .unreadableSchedule: "a schedule in no numbers that a program writes"
    case .halfCard: "a line with the mark of a card and nothing on one side of it"
    case .cells: "a record with more or fewer cells than most"
    case .unknownHeader: "a header that means nothing"
    case .unknownKey: "a key that means nothing"
    case .unknownColumn: "a column that is added to the back"
    case .byteOrderMark: "a byte order mark"
    case .notUTF8: "another encoding than UTF-8"
    case .normalForm: "characters that are written in another normal form than elsewhere"
    case .lineEnds: "lines that end in different ways"
    case .controlCharacter: "a character that shows nothing and may drive a terminal"
    case .bidiControl: "a character that changes the order in which text is shown"
    case .replacementCharacter: "a character that was lost when the text was converted"
    case .idWritten: "an id that was written into the file"
    }
  }
}
