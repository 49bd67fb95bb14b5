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

    A file is written beside its place and moved there once it is whole, so there is never half of
    one. Settings of the machine, such as the time zone in the configuration file, are in no export.
    """,
    examples: [
      Manual.Example("Edit a deck in a spreadsheet:", "flash export Spanish -o spanish.csv"),
      Manual.Example("Keep everything:", "flash export -o \"flash-$(date +%F).jsonl\""),
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
      semicolon; in the names of others these become `_`, which is told.
      """)
}
