import FlashCollection
import FlashCommand

/// What a person can say about an export.
struct ExportOptions: CommandOptions {
  enum Form: String, Choice {
    case csv, tsv, jsonl
    case apkg
    case ankiText = "anki-text"
    case ankiCards = "anki-cards"
    case ankiApp = "ankiapp"
    case mnemosyne = "mnemosyne-xml"
    case hashcards
    case fsrsLog = "fsrs-csv"

    /// What a file of it is called behind the dot.
    var fileExtension: String {
      switch self {
      case .csv, .tsv, .jsonl, .apkg: rawValue
      case .fsrsLog: "csv"
      case .ankiText, .ankiCards: "txt"
      case .ankiApp, .mnemosyne: "xml"
      case .hashcards: "md"
      }
    }

    /// Whether a file of it holds one deck, so that several go to a folder.
    var holdsOneDeck: Bool { self == .hashcards || self == .ankiApp }
  }

  var decks: [String] = []
  var query: String?
  var output: String?
  var format: Form?
  var usesCRLF = false
  var hasMark = false
  var leavesSchedules = false
  var media: String?

  static let list: [CommandOption<ExportOptions>] = [
    .query("only the cards that this finds; see flash-query(7)", into: \.query),
    .value(
      "output", short: "o", named: "FILE",
      help: "write to this file; '-' is standard output",
      into: \.output, completion: .files),
    .value(
      "format", named: "FORMAT", help: "what to write; without it the file's name decides",
      into: \.format
    ).explained(
      """
      `csv` and `tsv` are text for spreadsheets: deck, front, back, tags and sub-topic of each
      card; `jsonl` has everything: settings, topics, decks, cards, schedules, the review log and what was
      removed, with ids and clocks. `apkg` is a package for Anki with schedules and the review log,
      `anki-text` Anki's notes in plain text and `anki-cards` its cards. `ankiapp` and
      `mnemosyne-xml` are the XML of these programs. `hashcards` is Markdown. For `hashcards` and
      `ankiapp` `-o` may name a folder. `fsrs-csv` is the review log for programs that fit the
      parameters of FSRS.
      """),
    .flag(
      "no-scheduling", help: "write cards for Anki or Mnemosyne as new, without log",
      into: \.leavesSchedules),
    .value(
      "media", named: "DIR", help: "put the files that JSON Lines list into this folder",
      into: \.media, completion: .files),
    .flag("crlf", help: "end the lines of CSV and TSV with CR and LF", into: \.usesCRLF),
    .flag(
      "bom", help: "begin CSV and TSV with a byte order mark",
      into: \.hasMark),
  ]

  /// The format: as named, else by the extension of the file, else CSV.
  /// - Throws: ``ExportError/unknownExtension(file:)``.
  var form: Form {
    get throws(ExportError) {
      if let format { return format }
      guard let output, output != "-" else { return .csv }
      switch output.split(separator: ".").last?.lowercased() {
      case "csv": return .csv
      case "tsv", "tab": return .tsv
      case "jsonl", "ndjson": return .jsonl
      case "apkg": return .apkg
      case "txt": return .ankiText
      case "md": return .hashcards
      default: throw .unknownExtension(file: output)
      }
    }
  }
}
