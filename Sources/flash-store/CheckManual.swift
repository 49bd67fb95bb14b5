import FlashCommand

/// What the manual says of `flash store check`.
enum CheckManual {
  static let text = Manual(
    """
    Looks at everything: whether the file is whole, whether rows that belong together agree, and
    whether each card's schedule is, bit for bit, what its review log leads to.

    What is found has one of three severities. *damage*: rows are lost or can't be trusted; restore a
    backup, or write out what is left with `flash store salvage`. *problem*: something that no command
    leaves behind, such as a tag of another deck. *advice*: allowed, and perhaps not meant, such as two
    decks of one path.

    `--fix` sets right what can be worked out from the rest: schedules are folded anew from their logs,
    tags and positions put in order, the counter of changes raised. It is one step of undo as far as
    tags and positions go. Nothing is lost by it: a schedule that no log accounts for is kept, and its
    log gets an entry that says so. Decks that share a path are merged where a person says yes to it,
    or with `--merge`.

    A million log entries take a few seconds. Run it from cron with `-q`: it says nothing as long as the
    collection is sound.
    """,
    examples: [
      Manual.Example("Every week, from cron:", "flash store check -q"),
      Manual.Example("The ids of cards with a blank side:", blank),
    ],
    exitCodes: [
      .failure: "There are problems; with `--fix`, ones that could not be set right",
      .badInput: "The file is damaged, or is no collection",
    ])

  private static let blank = """
    flash store check --json | jq -r 'select(.rule == "blank_side").examples[]'
    """
}
