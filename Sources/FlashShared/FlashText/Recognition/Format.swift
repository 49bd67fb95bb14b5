/// Every kind of file that is known, also those that are not read here; one line each.
public enum Format: String, Sendable, Hashable, CaseIterable {
  case delimited = "csv"
  case jsonCards = "jsonl"
  case flashExport = "flash"
  case ankiText = "anki-text"
  case ankiJSON = "anki-json"
  case ankiPackage = "apkg"
  case ankiCollection = "anki-collection"
  case ankiApp = "ankiapp"
  case quizlet
  case hashcards
  case questionAnswer = "qa"
  case obsidian
  case remNote = "remnote"
  case org
  case markdown = "md"
  case mochi
  case mnemosyneDatabase = "mnemosyne"
  case mnemosyneCards = "mnemosyne-cards"
  case mnemosyneXML = "mnemosyne-xml"
  case superMemo = "supermemo"
  case pauker
  case kvtml
  case jMemorize = "jmemorize"
  case sqlite
  case gzip
  case zstd

  /// In the order that lists show.
  public static var all: [Format] { allCases }

  /// Its name as `--format` takes it.
  public var name: String { rawValue }

  /// What it is, for people.
  public var title: String {
    switch self {
    case .delimited: "delimited text (CSV, TSV)"
    case .jsonCards: "JSON Lines"
    case .flashExport: "a flash export"
    case .ankiText: "Anki's plain text"
    case .ankiJSON: "Anki's JSON"
    case .ankiPackage: "an Anki package"
    case .ankiCollection: "an Anki collection"
    case .ankiApp: "AnkiApp XML"
    case .quizlet: "a Quizlet export"
    case .hashcards: "hashcards Markdown"
    case .questionAnswer: "question and answer text"
    case .obsidian: "Obsidian notes"
    case .remNote: "RemNote Markdown"
    case .markdown: "Markdown without cards"
    case .org: "org-drill"
    case .mochi: "a Mochi export"
    case .mnemosyneDatabase: "a Mnemosyne database"
    case .mnemosyneCards: "Mnemosyne cards"
    case .mnemosyneXML: "Mnemosyne 1 XML"
    case .superMemo: "SuperMemo XML"
    case .pauker: "a Pauker lesson"
    case .kvtml: "KVTML"
    case .jMemorize: "a jMemorize lesson"
    case .sqlite: "an SQLite database"
    case .gzip: "gzip-compressed data"
    case .zstd: "zstd-compressed data"
    }
  }

  /// Whether it can be read.
  public var isReadable: Bool {
    switch self {
    case .delimited, .jsonCards, .flashExport, .ankiText, .ankiJSON, .quizlet, .hashcards,
      .questionAnswer, .obsidian, .remNote, .org, .ankiApp, .mnemosyneXML, .superMemo, .pauker,
      .kvtml, .jMemorize, .ankiPackage, .ankiCollection, .mochi, .mnemosyneDatabase,
      .mnemosyneCards:
      true
    default: false
    }
  }

  /// Passes only what can be read.
  /// - Throws: `.unsupported` with the format's name; `.empty` for notes that have no cards.
  public func checkReadable() throws(TextFormatError) {
    // Notes without cards are read well enough: there are none.
    if self == .markdown { throw .empty }
    guard isReadable else { throw .unsupported(format: title) }
  }

  /// Whether its files are documents of XML, which say their encoding themselves.
  public var isXML: Bool {
    switch self {
    case .ankiApp, .mnemosyneXML, .mnemosyneCards, .superMemo, .pauker, .kvtml, .jMemorize: true
    default: false
    }
  }

  /// Whether its files are decks that people write, so that a card that is gone from one was taken
  /// out.
  public var isTextDeck: Bool {
    switch self {
    case .hashcards, .questionAnswer, .obsidian, .remNote, .org: true
    default: false
    }
  }

  /// A reader for files of this format; nil for those that need more than their encoding, and for
  /// those that are not read.
  public func reader(
    _ encoding: DetectedEncoding, for purpose: ReadingPurpose = .importing
  ) -> (any DraftReader)? {
    switch self {
    case .jsonCards: JSONCardReader(encoding, for: purpose)
    case .ankiJSON: AnkiJSONReader(encoding)
    case .hashcards: HashcardsReader(encoding, for: purpose)
    case .questionAnswer: QuestionAnswerReader(encoding)
    case .obsidian: ObsidianReader(encoding, for: purpose)
    case .remNote: RemNoteReader(encoding)
    case .org: OrgDrillReader(encoding)
    default: nil
    }
  }

  /// Whether a file of it is read as the container that it is, and not as text.
  /// - Parameter isArchive: whether the file is a zip archive.
  public func isContainer(isArchive: Bool) -> Bool {
    switch self {
    case .ankiPackage, .ankiCollection, .mochi, .mnemosyneDatabase: true
    case .ankiApp, .mnemosyneCards, .jMemorize: isArchive
    default: false
    }
  }

  /// Whether its extension says that a zip archive is one of its files.
  var isArchived: Bool {
    switch self {
    case .ankiPackage, .mochi, .mnemosyneCards, .jMemorize: true
    default: false
    }
  }

  /// The format of a file's extension, where the extension says enough.
  init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[dot...].dropFirst().lowercased() {
    case "apkg", "colpkg": self = .ankiPackage
    case "anki2", "anki21": self = .ankiCollection
    case "mochi": self = .mochi
    case "cards": self = .mnemosyneCards
    case "jml": self = .jMemorize
    case "pau": self = .pauker
    case "md", "markdown": self = .markdown
    case "org": self = .org
    case "csv", "tsv", "tab": self = .delimited
    case "jsonl", "ndjson": self = .jsonCards
    default: return nil
    }
  }
}
