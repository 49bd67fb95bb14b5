import FlashCollection
import FlashCommand
import FlashText

/// What a person can say about a check.
struct CheckOptions: CommandOptions {
  /// The severities, by their names.
  enum Level: String, Choice {
    case error, warning, info

    var severity: DeckFinding.Severity {
      switch self {
      case .error: .error
      case .warning: .warning
      case .info: .info
      }
    }
  }

  var operands: [String] = []
  var query: String?
  var level = Level.info
  var writesIDs = false
  var isDryRun = false
  var deck: String?
  var name: String?
  var format: FormatName?
  var encoding: EncodingName?
  var delimiter: DelimiterName?
  var isHTML = false

  var text: DeckTextOptions {
    var text = DeckTextOptions()
    text.format = format?.format
    text.encoding = encoding?.encoding
    text.delimited = DelimitedOptions(delimiter: delimiter?.byte, isHTML: isHTML)
    return text
  }

  static let list: [CommandOption<CheckOptions>] = [
    .query("check the cards that this finds; see flash-query(7)", into: \.query),
    .value("level", help: "tell only what is as grave as this", into: \.level),
    .flag("write-ids", help: "give each card of the files an id", into: \.writesIDs),
    .flag(
      "dry-run", short: "n", help: "with '--write-ids', show the lines instead of writing them",
      into: \.isDryRun),
    .value(
      "deck", short: "d", named: "DECK",
      help: "with '--write-ids', the deck of cards whose file names none", into: \.deck,
      completion: .decks),
    .value(
      "name", named: "FILE", help: "what standard input is called, and whose folder it is in",
      into: \.name, completion: .files),
    .value("format", named: "FORMAT", help: "what the files are", into: \.format)
      .grouped("Recognition"),
    .value(
      "encoding", named: "NAME", help: "how their bytes stand for characters", into: \.encoding
    ).grouped("Recognition"),
    .value("delimiter", named: "CHAR", help: "what stands between two cells", into: \.delimiter)
      .grouped("Recognition"),
    .flag("html", help: "cells are HTML, not Markdown", into: \.isHTML).grouped("Recognition"),
  ]
}
