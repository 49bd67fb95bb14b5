import FlashCommand

enum ImportManual {
  static let text = Manual(
    """
    Reads cards from files and adds them to the collection. What a file is, is found out by its
    content first and its name second; `-n` tells what was recognised and why, and shows the first
    cards.

    Each file is one step: all of it is imported or, if it is damaged, nothing. Rows that make no
    card, such as those without a back, are skipped and named with their line. The other files go
    on. `flash undo` takes the newest file back. At the end the hook `post-import` hears of them, see
    `flash-hooks(7)`.

    Importing a file again changes nothing. A card is known by the id that the file gives, else by
    its deck and its front, so a file with a changed back updates its card, whose schedule stays.
    What was changed in the file since the last import is taken over: text, and, where the file tells
    them of every card, deck, tags, flag, suspension and hint, also what was taken away there. What was changed
    here stays: where both were, the card is counted as edited here and kept so. Cards that the file no
    longer has are counted and kept, unless `--prune` is given; what was removed here is not brought
    back.

    A row goes to the deck that the file names, else to that of `--deck`, else to one with the name
    of the file. A deck of several parts, `Spanish::Verbs`, belongs to the topic of its first part.
    Tags and sub-topics are the same thing: parts of a deck.

    *Delimited text* (CSV, TSV and the like) may be delimited by commas, semicolons, tabs, pipes or
    any other character, quoted as spreadsheets do, and encoded in UTF-8, UTF-16, UTF-32 or
    Windows-1252, or with `--encoding` in one of Windows' or ISO's other encodings. A first row with names such as `Front`, `Question` or `Term` and `Back`,
    `Answer` or `Definition` names the columns; so do `Tags`, `Deck` and `Chapter`, `Lesson` or
    `Sub-topic`. Without one, column 1 is the front, column 2 the back, and further ones are added
    to the back. Cells are Markdown, or, with `--html`, HTML. So are exports of Brainscape, Memrise,
    StudyBlue, Mochi (CSV) and, with `--html`, Mnemosyne's.

    *JSON Lines*, or one array of objects, has the same names as keys, and `id`, `position`,
    `sub_topics`. An object with `cloze` in place of both sides, such as
    `{"cloze": "{{c1::Paris}} lies on the {{c2::Seine::river}}."}`, makes a card for each number.

    A *Quizlet* export is split by two texts that its user chose, tab and line end unless
    `--term-sep` and `--card-sep` say otherwise; nothing in it is quoted. It can't be told from other
    text by its content: name the separators, or `--format=quizlet`.

    *Anki's plain text*, notes or cards, is known by its headers, all of which are understood. Notes
    carry tags, decks, note types and ids: a note makes the cards that Anki makes of it for Basic, its
    variants and Cloze, and front and back of any other type. Fields become Markdown; those that
    `flash export` wrote become what they were. So it is with
    *Anki's JSON*, which carries schedules too.

    *hashcards* Markdown has lines `Q:` and `A:`, or `C:` with deletions in brackets; a line `---` ends
    a card, and the deck may be named in front matter. *SuperMemo's questions and answers* are lines
    `Q:` and `A:` as well, repeated for further lines, and a blank line ends an item.

    *Obsidian* notes in the notation of its spaced-repetition plug-in, `front::back`, `a:::b`, `?` and
    `??`, `==cloze==`, carry decks (`#flashcards/x`) and schedules; *org-drill* carries tags, ids and
    schedules; *RemNote* Markdown carries `>>`, `<<`, `<>`, `::`, `;;` and `{{cloze}}` of its bullets.

    *Anki's packages*, `.apkg` and `.colpkg` of any version, and bare collections, carry everything: text,
    pictures and sounds, decks, tags, flags, suspended and buried cards, due dates and the whole review
    log. Templates are filled in as Anki does it, conditions, filters and cloze included; what FSRS knew
    of a card is taken as it stands, else it follows from the log, else from interval and ease. Cards
    of a filtered deck go to the deck they are at home in. Of image occlusion the picture is kept, not
    the shapes. A card is known by its note's id there, and an answer by card, time and rating, so a package
    that `flash export` wrote adds nothing to the collection that it came from; a schedule that grew here
    stays. A deck that is new here gets its description and the options of its preset: desired
    retention, limits of the day, steps, longest interval, threshold of leeches, orders, siblings and the
    weights of FSRS; the preset `Default` counts only if something of it was changed. Both follow the file
    when it comes again, each unless it was changed here. The hint of a note that `flash export` wrote is
    its card's hint again; `{{hint:…}}` in other note types is a line of its side. Of an `.anki2` or `.anki21` that Anki has
    open, what stands in the log beside it is read as well.

    *AnkiApp* (AlgoApp) decks are XML: declared fields of text, HTML, Markdown, TeX and code, on the
    side they are declared for, with the deck's tags and the card's. *SuperMemo* collections give an
    item with question and answer as a card, in the deck of the titles around it. *Mnemosyne 1*
    exports, *Pauker* lessons, *KVTML* 1 and 2 and *jMemorize* lessons are read with their categories,
    lessons and boxes; a jMemorize lesson may be a zip archive with its pictures. KVTML says no due dates: its grade 1 is taken to wait a day, each further one
    twice as long. XML may be compressed by gzip, as Pauker's is, and so may any file of text. A document
    that declares entities of its own is refused, and nothing outside of the file is opened or fetched.

    An *AnkiApp* archive (`.zip`) brings its pictures and sounds, called by their hashes and by what
    they are. *Mochi* exports (`.mochi`, EDN or Transit) carry decks within decks, tags, templates,
    cloze, archived cards (suspended here), media and reviews: what was remembered is Good, what was
    not is Again. A card's first side is the front, all others are the back.

    *Mnemosyne 2* databases (`default.db`) carry tags, sibling cards, schedules and the whole log, and
    the media in the folder beside them, `default.db_media`; inactive cards are suspended. Grades 0
    and 1 are Again, 2 is Hard, 3 and 4 are Good, 5 is Easy. Shared sets (`.cards`) have no learning in
    them. Close Mnemosyne before its database is read.

    A schedule of another program is taken over with its due date; its interval and ease become the
    memory that they amount to; with `--reschedule` both are worked out anew from the log. Cards that
    were answered here keep their own.

    Text decks (hashcards, questions and answers, Obsidian, org-drill, RemNote) are told of cards that
    they no longer have; `--prune` removes those, after asking. A line `<!-- flash: ID -->` in a
    card is its id, by which it keeps its schedule when its wording changes. Of a folder, all files of
    Markdown in it and below are read.

    What each format carries:

        --format       text  cloze  tags  deck  id   schedule
        csv, tsv       yes   -      yes   yes   -    -
        jsonl          yes   yes    yes   yes   yes  -
        flash          yes   yes    yes   yes   yes  yes, with the log
        anki-text      yes   yes    yes   yes   yes  -
        anki-json      yes   yes    yes   yes   yes  yes
        apkg           yes   yes    yes   yes   yes  yes, with log and media
        quizlet        yes   -      -     -     -    -
        hashcards      yes   yes    -     yes   yes  -
        qa             yes   -      -     -     yes  -
        obsidian       yes   yes    -     yes   yes  yes
        remnote        yes   yes    -     yes   -    -
        org            yes   yes    yes   yes   yes  yes
        ankiapp        yes   -      yes   yes   -    -
        ankiapp, zip   yes   -      yes   yes   -    -, with media
        mochi          yes   yes    yes   yes   yes  yes, with log and media
        mnemosyne      yes   yes    yes   -     yes  yes, with log and media
        mnemosyne-cards
                       yes   yes    yes   yes   yes  yes, with media
        supermemo      yes   -      -     yes   -    yes
        mnemosyne-xml  yes   -      -     yes   yes  yes
        pauker         yes   -      -     yes   -    yes
        kvtml          yes   -      -     yes   -    yes
        jmemorize      yes   -      -     yes   -    yes
        jmemorize, zip yes   -      -     yes   -    yes, with media

    A *flash export* made by `flash export --format=jsonl` carries everything: ids, clocks, log and
    schedules. Into an empty collection it gives an identical one. Into another one it is merged
    record by record, the later change winning, and the logs of a card are joined. Pictures and sounds are
    listed in it by name and hash; `--media` names the folder in which `flash export --media` has put them, or
    the media folder of a collection.
    """,
    examples: [
      Manual.Example("See what a file would do:", "flash import -n verbs.csv"),
      Manual.Example("Move in from Anki:", "flash import collection.colpkg"),
      Manual.Example(
        "Put it into a deck of that name, each card tagged:",
        "flash import -d Spanish::Verbs -t irregular verbs.csv"),
      Manual.Example(
        "Read another program's output:", "printf 'hola\\thello\\n' | flash import -d Spanish -"),
      Manual.Example(
        "Copy a deck to another collection:",
        "flash export Spanish --format=jsonl -o - | flash import --store=other.db -"),
    ],
    environment: [
      Manual.Entry(
        "TMPDIR", "where standard input is put aside while it is read twice, and packages unpacked")
    ],
    exitCodes: [
      .partly: "some files were refused, or rows skipped; each is named on standard error",
      .badInput: "no file could be used",
    ],
    diagnostics: """
      A file that is refused is named with the class of its fault and, where there is one, the
      line: `unreadable`, `unknown_format`, `encoding`, `malformed`, `too_new`, `unsupported`,
      `corrupt`, `too_large`, `unsafe`, `empty`.
      """,
    seeAlso: ["flash-export(1)", "flash-deck(1)", "flash-card(1)", "flash-hooks(7)"],
    standards: "RFC 4180, read kindly; RFC 8259.",
    caveats: """
      A side of a card holds at most 1 MiB, a record 1,000 columns; what a package unpacks to at most
      1 GiB, and no more than 200 times its size once that is over 100 MiB. Pictures and sounds lie in a
      folder beside the collection, `collection.db-media`.
      """)
}
