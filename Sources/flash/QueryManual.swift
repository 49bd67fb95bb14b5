import FlashCommand

/// The prose of `flash-query(7)`.
enum QueryManual {
  static let description = """
    A query says which cards are meant. `flash card list` takes one, and with `--query` so does
    every command that changes many cards, `flash study` and `flash study next`, which then study
    nothing else, and `flash export`. It is made of terms with blanks between them; a card has
    to meet all of them. Case never matters unless it is said so here.

    To the shell `<`, `>`, `(`, `)`, `*` and quotes mean something else, so a query is best given in
    single quotes. One that begins with a dash stands behind `--`, or it would be an option:
    `flash card list -- -is:new`.
    """

  static let combining: [Manual.Entry] = [
    Manual.Entry("A B", "Cards that meet both; `and` may stand between them."),
    Manual.Entry("A or B", "Cards that meet either. It binds less than blanks do."),
    Manual.Entry("-A", "Cards that do not meet it. It binds most."),
    Manual.Entry("(A B)", "Parentheses hold together what stands in them."),
  ]

  static let texts: [Manual.Entry] = [
    Manual.Entry("word", "On the front, on the back or in the deck's path, also within a word."),
    Manual.Entry("\"two words\"", "The same for a text with blanks in it."),
    Manual.Entry("front:TEXT", "On the front."),
    Manual.Entry("back:TEXT", "On the back."),
    Manual.Entry("hint:TEXT", "In the hint. `hint:*` means any hint."),
    Manual.Entry("re:PATTERN", "The regular expression matches on the front or on the back."),
  ]

  static let quoting = """
    An asterisk stands for any text, none included: `d*g` finds what has a d and, later on the same
    side, a g. In quotes blanks and parentheses are text: `front:"to be (or not)"`. A backslash makes
    a quote, an asterisk, a colon, a leading dash or itself plain: `\\*`. The words `and` and `or` are
    looked for in quotes. Text that has a colon is quoted, `"http://x"`, unless it is a path such as
    `Spanish::Verbs` or begins with no letter, such as `12:30`.
    """

  static let places: [Manual.Entry] = [
    Manual.Entry(
      "deck:PATH",
      "In the deck of that path, or in one below it: `deck:Spanish` finds `Spanish::Verbs`, too."
        + " `deck:*` finds all cards."),
    Manual.Entry("did:ID,ID", "In one of these decks."),
    Manual.Entry(
      "tag:NAME", "With that tag, or with one below it: `tag:verbs`, `tag:*::irregular`."),
    Manual.Entry("tag:none", "Without a tag. A tag of that name is `tag:\"none\"`."),
    Manual.Entry("id:ID,ID", "These cards."),
    Manual.Entry("note:ID", "Made from that note."),
    Manual.Entry("kind:KIND", "A `basic`, `cloze` or `type_in` card."),
    Manual.Entry("flag:N", "With that flag, 1 to 7; 0 is none."),
    Manual.Entry(
      "source:KEY",
      "The key by which an import knows the card begins so, case counting: `source:anki:`. Cards"
        + " made by hand have none."),
  ]

  static let marks: [Manual.Entry] = [
    Manual.Entry("is:new", "Never studied."),
    Manual.Entry("is:learning", "In the steps, for the first time or again."),
    Manual.Entry("is:relearning", "In the steps again, after having been forgotten."),
    Manual.Entry("is:review", "Behind the steps."),
    Manual.Entry("is:due", "Due by now, not new, and neither suspended nor buried."),
    Manual.Entry("is:suspended", "Kept out of study until unsuspended."),
    Manual.Entry("is:buried", "Kept out of study for now."),
    Manual.Entry("is:leech", "Forgotten as often as the deck's `leech_threshold` says."),
    Manual.Entry("is:flagged", "With any flag."),
    Manual.Entry(
      "is:deleted",
      "Removed, or in a removed deck. Only a query with this term is about removed cards at all."),
  ]

  static let numbers = """
    `prop:NAME` is followed by `=`, `!=`, `<`, `<=`, `>` or `>=` and a number. A card that lacks what
    is asked for meets no comparison.
    """

  static let properties: [Manual.Entry] = [
    Manual.Entry("prop:due<=3", "Study days from today until it falls due; -1 was yesterday."),
    Manual.Entry("prop:ivl>=21", "Study days that a card in review was last scheduled for."),
    Manual.Entry("prop:s>30", "Stability, in days; `prop:stability` too."),
    Manual.Entry("prop:d>7", "Difficulty, 1 to 10; `prop:difficulty` too."),
    Manual.Entry("prop:r<0.8", "The probability of recall now; `prop:retrievability` too."),
    Manual.Entry("prop:reps=0", "Reviews given."),
    Manual.Entry("prop:lapses>2", "Times forgotten."),
    Manual.Entry("prop:position<10", "The place in the deck, from 0; `prop:pos` too."),
  ]

  static let days: [Manual.Entry] = [
    Manual.Entry("rated:7", "Reviewed in the last 7 days."),
    Manual.Entry(
      "rated:7:1",
      "With that rating: 1 to 4, or `again`, `hard`, `good`, `easy`. Answers that were taken back do"
        + " not count."),
    Manual.Entry("introduced:7", "Reviewed for the first time in the last 7 days."),
    Manual.Entry("added:30", "Came into the collection in the last 30 days."),
    Manual.Entry("edited:1", "Changed today: texts, flag, deck, suspended or buried."),
  ]

  static let dayText = """
    Days are study days: they begin at `study.rollover` o'clock in `study.timezone`, and the first of
    them is today.
    """

  static let patterns = """
    A regular expression is quoted if it has blanks or parentheses: `re:"^(el|la) "`. Known are `.`
    (any but a line feed), `[a-z]`, `[^a-z]`, `\\d`, `\\w`, `\\s` and their opposites in capitals, `^`
    and `$` (the ends of the side), `\\b` and `\\B` (a word's edge, or none), `|`, `( )`, `*`, `+`, `?`,
    `{2,5}`, `\\n`, `\\t`, `\\xE9`, `\\u20AC`, and at the beginning flags for all of it:

        (?-i)  case counts
        (?m)   ^ and $ stand for the ends of lines, too
        (?s)   . stands for a line feed, too

    A search takes time in proportion to the text, whatever the expression; so what needs more,
    references to groups and looking ahead or behind, is refused.
    """

  static let diagnostics = """
    A fault is told with the column at which it stands, from 1, and with what may have been meant. The
    code is 65.

        flash-card: query: column 8: 'is:' does not know 'leach'
        hint: did you mean 'leech'?

    A query has at most 65,536 bytes, 400 terms, and 20 parentheses or dashes in one another.
    """

  static let examples: [Manual.Example] = [
    Manual.Example(
      "What was forgotten today, of one deck:", "flash card list 'deck:Spanish rated:1:again'"),
    Manual.Example(
      "Cards that slip away before they are due:", "flash card list 'prop:r<0.85 prop:due>0'"),
    Manual.Example(
      "Study what is hard, of what is due:", "flash study --query 'prop:d>7 or is:leech'"),
    Manual.Example(
      "Hand on the cards of one chapter:", "flash export --query tag:chapter-3 -o chapter-3.csv"),
    Manual.Example(
      "Suspend leeches that are not flagged:",
      "flash card suspend --query 'is:leech -is:flagged'"),
    Manual.Example(
      "Tag what has no tag yet and mentions a year:",
      "flash card tag dates --query 'tag:none re:\"\\b1[0-9]{3}\\b\"'"),
  ]
}
