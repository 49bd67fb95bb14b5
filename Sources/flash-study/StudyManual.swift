import FlashCommand

/// The prose of the manual page.
enum StudyManual {
  static let text = Manual(
    """
    Shows one card after another: first those in learning that have fallen due, then the reviews \
    that are due, then new cards within the day's limit. Space or enter shows the answer, and a \
    number rates how well it was recalled; beside each rating stands when the card will come back. \
    Each answer is on disk before the next card is shown, so a session can be ended, interrupted or \
    killed at any moment.

    `DECK` is a path: `Spanish` takes the deck of that path and every deck below it, such as \
    `Spanish::Verbs`. Without it all decks are studied together.

    `--query` leaves in what it finds and nothing else; limits and the order stay as they are.

    In Basic mode cards come from front to back, whatever their schedule, and are only known or \
    skipped. A deck's own mode is an option of the deck.

    Without a terminal there is no session; scripts use the subcommands below. The hook `post-answer` \
    hears of each answer, see `flash-hooks(7)`.

    *Keys*. Space or enter: show the answer. `1` again, `2` hard, `3` good, `4` easy. `u`: take back \
    the last answer, also one of an earlier session. `h`: hint. `e`: edit the card. `b`: bury it \
    until tomorrow. `s`: suspend it. Arrows and page keys: scroll. `?`: help. `q`: end. Where an \
    answer is typed, letters belong to the answer; escape gives the keys their meaning back.
    """,
    examples: [
      Manual.Example("Study everything that is due:", "flash study"),
      Manual.Example("One deck, no new cards today:", "flash study spanish --new=0"),
      Manual.Example("Only what is hard:", "flash study --query 'prop:d>7 or is:leech'"),
      Manual.Example("How much is there to do?", "flash study due"),
      Manual.Example(
        "Study by script:",
        "id=$(flash study next --template '{id}') && flash study answer \"$id\" good"),
    ],
    exitCodes: [.success: "done, or there was nothing to study"],
    seeAlso: [
      "flash(1)", "flash-card(1)", "flash-deck(1)", "flash-config(5)", "flash-hooks(7)",
      "flash-query(7)",
    ])
}
