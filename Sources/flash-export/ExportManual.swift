import FlashCommand

enum ExportManual {
  static let text = Manual(
    """
    Writes the cards of the collection, or of the decks that are named and those below them, to one
    file. Without `-o` the file has the name of the deck, or `flash`, and no file is replaced.

    With `--query` only the cards that it finds are written. JSON Lines have also the decks they are
    in, with topics, sub-topics and sessions, and of the review log what is theirs.

    The format is that of `--format`, else what the file's extension says, else CSV.

    *CSV and TSV* have a row for each card that is not removed, with the header
    `Deck,Front,Back,Tags,Sub-topic`. Imported again, they change nothing. Schedules and reviews are
    not in them.

    *JSON Lines* have everything: settings, topics, decks, sub-topics, cards with their schedules,
    study sessions, tags, and the review log, also what was removed, with ids and clocks. Imported
    into an empty collection they give an identical one. With decks named, it is these decks and
    what belongs to them, without settings.

    *Anki's notes* in plain text (`anki-text`, `.txt`) have a row for each note: its id, note type, deck,
    two fields of HTML and tags, with headers that say so, so that Anki's import needs no choices. A cloze
    note is one row, and so are the two cards that ask both ways; such a note is written whole if one
    of its cards is meant. Imported again, here, they change nothing; in Anki a later file updates its
    notes. Where HTML can't say a text exactly, its field ends with a comment that can.

    *Anki's cards* (`anki-cards`) are questions and answers alone.

    *hashcards* Markdown (`.md`) holds one deck: `Q:` and `A:`, or `C:` for a cloze note whose deletions
    are one card each, in order, without hints; any other is written as questions and answers. Each
    card has a comment with its id, so that its schedule stays when its wording changes in the file.
    Given a folder, `-o` makes a file there for each deck. A card with a line that would be read as a
    mark is left out and named.

    What each format carries:

        --format    text  cloze  tags  deck  id   schedule
        csv, tsv    yes   -      yes   yes   -    -
        jsonl       yes   yes    yes   yes   yes  yes, with the log
        anki-text   yes   yes    yes   yes   yes  -
        anki-cards  yes   -      -     -     -    -
        hashcards   yes   yes    -     yes   yes  -

    A file is written beside its place and moved there once it is whole, so there is never half of
    one. Settings of the machine, such as the time zone in the configuration file, are in no export.
    """,
    examples: [
      Manual.Example("Edit a deck in a spreadsheet:", "flash export Spanish -o spanish.csv"),
      Manual.Example("Keep everything:", "flash export -o \"flash-$(date +%F).jsonl\""),
      Manual.Example("Take a deck to Anki:", "flash export Spanish -o spanish.txt"),
      Manual.Example(
        "Keep all decks as Markdown, for git:", "flash export --format=hashcards -o decks/"),
      Manual.Example(
        "Count the cards of a tag:", "flash export -o - | grep -c irregular"),
      Manual.Example(
        "Copy a deck to another collection:",
        "flash export Spanish --format=jsonl -o - | flash import --store=other.db -"),
    ],
    seeAlso: ["flash-import(1)", "flash-store(1)", "flash-query(7)"],
    standards: "RFC 4180, RFC 8259.",
    caveats: """
      In CSV and TSV a card has room for one sub-topic whose name has a blank, a comma or a
      semicolon; in the names of others these become `_`, which is told. Anki's tags have no blanks at
      all, and belong to notes: a tag that not all cards of a note have is left out, which is told, too.
      Anki takes the name of a deck that is a number for an id. In another language than English its
      note types have other names, which its import asks for. Files of pictures and sounds are not
      copied.
      """)
}
