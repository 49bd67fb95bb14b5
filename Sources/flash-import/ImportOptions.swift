import FlashCollection
import FlashCommand
import FlashStore
import FlashText

/// What a person can say about an import.
struct ImportOptions: CommandOptions {
  enum Header: String, Choice { case yes, no }

  /// The policies of the collection, by their names.
  enum OnDuplicate: String, Choice {
    case update, skip, keep, fail

    var policy: DuplicatePolicy {
      switch self {
      case .update: .update
      case .skip: .skip
      case .keep: .keep
      case .fail: .fail
      }
    }
  }

  var files: [String] = []
  var deck: String?
  var tags: [String] = []
  var format: FormatName?
  var encoding: EncodingName?
  var delimiter: DelimiterName?
  var header: Header?
  var comment = ""
  /// Nil where the file may say.
  var onDuplicate: OnDuplicate?
  var isDryRun = false
  var isStrict = false
  var restoresDeleted = false
  var reschedules = false
  var media: String?
  var isHTML = false
  var termSeparator: Separator?
  var cardSeparator: Separator?
  var joinsLines = false
  var prunes = false
  var answersYes = false

  /// What a Quizlet export is split by; nil if nothing was said that only such a file needs.
  var quizlet: QuizletOptions? {
    guard termSeparator != nil || cardSeparator != nil || joinsLines else { return nil }
    return QuizletOptions(
      termSeparator: termSeparator?.text ?? "\\t", cardSeparator: cardSeparator?.text ?? "\\n",
      joinsLines: joinsLines)
  }

  var delimited: DelimitedOptions {
    DelimitedOptions(
      delimiter: delimiter?.byte, hasHeader: header.map { $0 == .yes }, comment: comment,
      isHTML: isHTML)
  }
}

extension ImportOptions {
  static let list: [CommandOption<ImportOptions>] = [
    .value(
      "deck", short: "d", named: "DECK",
      help: "the deck of rows that name none, instead of the file's name", into: \.deck,
      completion: .decks),
    .values(
      "tag", short: "t", named: "TAG", help: "give every card of the files this tag",
      into: \.tags, completion: .supplied("tags")),
    .flag(
      "dry-run", short: "n", help: "show what would change and why, change nothing",
      into: \.isDryRun),
    .value(
      "on-duplicate", help: "what to do with a card that is here with another text",
      into: \.onDuplicate
    ).explained(
      """
      `update` gives the card the file's text, unless it was edited here since the last import;
      its schedule stays. `skip` leaves the card as it is. `keep` makes a card of its own of the
      row. `fail` refuses the file.
      """),
    .flag(
      "prune", help: "remove cards that an import brought and the file no longer has",
      into: \.prunes),
    .flag("yes", short: "y", help: "remove them without asking", into: \.answersYes),
    .flag("strict", help: "refuse a file that has a bad row", into: \.isStrict),
    .flag(
      "restore-deleted", help: "bring back cards of the files that were removed here",
      into: \.restoresDeleted),
    .flag(
      "reschedule", help: "work schedules of other programs out anew from their logs",
      into: \.reschedules
    ).explained(
      """
      Without it a card keeps its due date and, where the other program has one, its memory state.
      With it both follow from the card's log, else from interval and ease, by the weights and
      the desired retention of its deck. A card that was answered here keeps its schedule.
      """),
    .value(
      "media", named: "DIR", help: "the folder with the files that a flash export lists",
      into: \.media, completion: .files),
    .value("format", named: "FORMAT", help: "what the files are", into: \.format)
      .grouped("Recognition"),
    .value(
      "encoding", named: "NAME", help: "how their bytes stand for characters", into: \.encoding
    )
    .grouped("Recognition"),
    .value("delimiter", named: "CHAR", help: "what stands between two cells", into: \.delimiter)
      .grouped("Recognition"),
    .value("header", help: "whether the first row names the columns", into: \.header)
      .grouped("Recognition"),
    .value("comment", named: "TEXT", help: "rows that begin so are comments", into: \.comment)
      .grouped("Recognition"),
    .flag("html", help: "cells are HTML, not Markdown", into: \.isHTML).grouped("Recognition"),
    .value(
      "term-sep", named: "TEXT", help: "what stands between term and definition (Quizlet)",
      into: \.termSeparator
    ).grouped("Recognition"),
    .value(
      "card-sep", named: "TEXT", help: "what stands between two cards (Quizlet)",
      into: \.cardSeparator
    ).grouped("Recognition"),
    .flag(
      "join-lines", help: "a line without a term belongs to the one before (Quizlet)",
      into: \.joinsLines
    ).grouped("Recognition"),
  ]
}

/// What separates in a Quizlet export, with `\t`, `\n` and `\\`.
struct Separator: CommandValue {
  let text: String

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  static let expected = "a text, with \\t and \\n for tab and line end"
  static let valueName = "TEXT"
  static let completion = Completion.none
}
