import FlashCommand
import FlashText

/// What the manual says of `flash card check`.
enum CardCheckManual {
  static let text = Manual(
    """
    Reads text decks as `flash import` would, imports nothing, and tells what is wrong with them, a
    line for each place:

        deck.md:12:7: error: '[' is never closed [cloze]

    file, line, column, severity, text and a code that stays the same. Columns count characters
    (Unicode code points) from 1. Compilers write such lines, so editors can jump to them: in vim, set
    `makeprg` to this command and `:make`. `--json` gives the same as objects.

    Every text format that `flash import` reads is checked; packages and XML are not. An *error* is a card, or a file, that
    would not be imported, or not as it can have been meant. A *warning* is something that would be
    imported, but perhaps not as it was meant. *info* is worth knowing. `--level=error` tells errors
    alone.

    Of a folder, all files of Markdown in it and below are checked. Duplicates of cards and of ids are
    found over all files together. Pictures and sounds are looked for in the folder of their deck and
    below it, and nowhere else. `-` reads a deck from standard input; `--name` says what it is called.

    Ids in place of files, `--query`, or a list of cards on standard input, have the cards of the
    collection checked: the lines begin with the id.

    `--write-ids` writes an id into each card that has none, so that its schedule stays when its
    wording changes: a line `<!-- flash: ID -->` behind it or, in org-drill, the property `ID`. A card
    that the collection knows by its text gets the id it has there; give the deck with `-d`, where the
    file names none and is not called like it. Nothing else in the file changes, not a byte; it is
    replaced as a whole, and not at all if it would not be read as the same cards. Cards that are the
    same as one before get no id. `-n` shows the lines as `diff` does. CSV, Quizlet, Anki's text and
    RemNote have no place for ids and are refused.

    The codes:

    """ + codes,
    examples: [
      Manual.Example("Check what is about to be committed:", "flash card check decks/*.md"),
      Manual.Example("In CI, errors alone:", "flash card check --level=error decks"),
      Manual.Example(
        "Check a buffer of an editor:", "flash card check --name=deck.org - < deck.org"),
      Manual.Example("Check all cards of a deck:", "flash card check --query deck:Spanish"),
      Manual.Example("Give the cards of a deck ids:", "flash card check --write-ids -d X deck.md"),
    ],
    exitCodes: [
      .success: "nothing was found, or only what is worth knowing",
      .failure: "there are warnings, and no errors",
      .partly: "some files could not be read, or cards not found; what was checked has no errors",
      .badInput: "there are errors",
    ])

  private static var codes: String {
    let width = FindingCode.allCases.map(\.rawValue.count).max() ?? 0
    return FindingCode.allCases.map { code in
      let padding = String(repeating: " ", count: width - code.rawValue.count + 2)
      let severity = code.severity.rawValue
      let gap = String(repeating: " ", count: 9 - severity.count)
      return "    \(code.rawValue)\(padding)\(severity)\(gap)\(code.meaning)"
    }.joined(separator: "\n")
  }
}
