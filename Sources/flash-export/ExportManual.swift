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

    *A package* for Anki (`apkg`) has notes with their ids, decks, tags and flags, whether they are suspended,
    and, unless `--no-scheduling` is given, schedules, the state of FSRS, and the review log. The files that cards show
    or play are in it under their names. Every Anki
    since 2.1.28 imports it, *File, Import* there, and AnkiDroid; with `--no-scheduling` also older ones. A
    later package updates its notes. Answers of Basic mode are in it as ones that moved no schedule; an
    answer that was taken back is not. Imports' own entries are left out of the log. A hint is a field of
    its note, which Anki shows when it is asked to; where the cards of a cloze note have several, they
    are left out, which is told.

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

    *AnkiApp* (`ankiapp`) is its XML, with fields of Markdown. A file holds one deck; given a folder, `-o`
    makes a file there for each. *Mnemosyne* (`mnemosyne-xml`) is the XML of its first version, which later
    ones import: decks are categories, and how well each card is known comes along, in the terms of SM-2.
    In both, cloze cards are questions and answers.

    *The log for optimisers* (`fsrs-csv`) has a row for each answer that moved a schedule, with the header
    `card_id,review_time,review_rating,review_duration,review_state`: a number for the card, milliseconds
    since 1970, the rating from 1 to 4, milliseconds to the answer, and the state that the answer found
    (0 new, 1 learning, 2 review, 3 relearning). What lies before a reset is left out.

    What each format carries; hints are in JSON Lines and packages alone:

        --format       text  cloze  tags  deck  id   schedule
        csv, tsv       yes   -      yes   yes   -    -
        jsonl          yes   yes    yes   yes   yes  yes, with the log
        apkg           yes   yes    yes   yes   yes  yes, with the log
        anki-text      yes   yes    yes   yes   yes  -
        anki-cards     yes   -      -     -     -    -
        ankiapp        yes   -      yes   yes   -    -
        mnemosyne-xml  yes   -      -     yes   yes  yes
        hashcards      yes   yes    -     yes   yes  -
        fsrs-csv       -     -      -     -     -    the log alone

    A file is written beside its place and moved there once it is whole, so there is never half of
    one. Settings of the machine, such as the time zone in the configuration file, are in no export.
    """,
    examples: [
      Manual.Example("Edit a deck in a spreadsheet:", "flash export Spanish -o spanish.csv"),
      Manual.Example("Keep everything:", "flash export -o \"flash-$(date +%F).jsonl\""),
      Manual.Example("Take everything to Anki, schedules too:", "flash export -o flash.apkg"),
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
      note types have other names, which its import asks for. Files of pictures and sounds go
      into packages alone. Note types of packages are called `Basic (Flash)` and the like in Anki, beside
      its own.
      """)
}
