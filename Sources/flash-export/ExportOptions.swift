import FlashCollection
import FlashCommand

/// What a person can say about an export.
struct ExportOptions: CommandOptions {
  enum Form: String, Choice {
    case csv, tsv, jsonl
    case ankiText = "anki-text"
    case ankiCards = "anki-cards"
    case hashcards

    /// What a file of it is called behind the dot.
    var fileExtension: String {
      switch self {
      case .csv, .tsv, .jsonl: rawValue
      case .ankiText, .ankiCards: "txt"
      case .hashcards: "md"
      }
    }
  }

  var decks: [String] = []
  var query: String?
  var output: String?
  var format: Form?
  var usesCRLF = false
  var hasMark = false

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
      removed, with ids and clocks. `anki-text` is Anki's notes in plain text and `anki-cards` its
      cards. `hashcards` is Markdown, for which `-o` may name a folder.
      """),
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
      case "txt": return .ankiText
      case "md": return .hashcards
      default: throw .unknownExtension(file: output)
      }
    }
  }
}
