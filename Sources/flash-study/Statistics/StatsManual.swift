import FlashCommand

/// What the manual says of statistics.
enum StatsManual {
  static let sections = """
    One of `overview` (which is shown without the option), `heatmap`, `forecast`, `retention`, \
    `cards`, `intervals`, `stability`, `difficulty`, `retrievability`, `hours`, `answers`, `time`, \
    `weak`, `leeches`, or `all` of them. With `--json` it has no effect: `--json=FIELD` chooses.
    """

  static let text = Manual(
    """
    Shows how studying goes, in plots that fit the window: reviews on each day of a year, a forecast, \
    true retention, cards by state, interval, stability, difficulty and retrievability, the hours at \
    which answers are given, ratings by stage, the time spent, sub-topics in which much is \
    forgotten, and leeches. A day begins at `study.rollover` in `study.timezone`.

    *True retention* is what `desired_retention` aims at: the share rated hard, good or easy of each \
    card's first answer of a day that found it young or mature. A card is *young* if it had waited \
    for 1 to 20 days, *mature* for 21 or more, and in *learning* if less than a day; answers in \
    learning, and in Basic mode, are no part of true retention. An imported answer does not tell \
    its state: it counts if the card's answer before it was given on an earlier day.

    *Retrievability* is the probability of recall now. Its sum over all cards that were ever \
    answered is how many of them are known now, as far as the model can tell. *Mastery* is the \
    share of cards in review. *Overdue* cards were due before today.

    A *weak* sub-topic is one of the three with the fewest answers rated good or easy, below 70 %, of \
    at least 5 in the last 30 days, each card counted with its latest 20.

    Answers that were taken back count nowhere; resets and changes by hand are no answers. What was \
    answered counts even if the card was removed since, unless a query says which cards count. \
    Suspended cards are no part of the forecast.

    With `--json` one object tells all of it. Numbers that end in `_days`, `_ms` and `_pct` are \
    days, milliseconds and percent, `null` where there is nothing to count. `retention` has for \
    `today`, `last_7_days`, `last_30_days`, `period` and `all` the members `reviews`, `recalled` \
    and `pct`, the same in `by_state` for `young`, `mature` and `learning`, and in `by_month` for \
    each `month`. `forecast.due_by_day` begins with today, overdue cards included; \
    `heatmap.reviews_by_day` with `first_day`. `intervals`, `stability`, `difficulty` and \
    `retrievability` have `cards`, mean, median and `bins`, each from its lower edge up to, but \
    without, its upper one. `answers` counts ratings by stage; `hours` has 24 elements.
    """,
    examples: [
      Manual.Example("The streak, in days:", "flash study stats --jq .streak.days"),
      Manual.Example(
        "Retention by month, and the hours of the day, of one deck:",
        "flash study stats Spanish -s retention -s hours"),
      Manual.Example("Everything, of all time:", "flash study stats -s all --since 1970-01-01"),
      Manual.Example(
        "Reviews of each day, a line a day:",
        "flash study stats --days 7 --jq '.heatmap.reviews_by_day[]'"),
    ],
    seeAlso: ["flash-config(5)", "flash-query(7)"])
}
