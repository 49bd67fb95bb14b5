import FlashCommand

/// The prose of the reminders' manual.
enum RemindManual {
  static let remind = Manual(
    """
    Counts the cards that a session would show now: reviews and cards in learning that are due, and \
    new ones within the day's limit, by the options of each deck. If there are any, it says so: by a \
    notification where a session bus is there, else in one line on standard output, which cron \
    mails. Of each deck it speaks once a study day; what falls due in another deck later that day is \
    told then. If nothing waits it is silent, and 0.

    `--at-least`, or `remind.at-least`, is the number of cards below which it is silent. \
    `--quiet-hours`, or `remind.quiet-hours`, are hours at which it is; they may go past midnight, \
    and count in the study day's time zone. `remind.via` is `notify` to have a notification or an \
    error, `print` to have the line. With `-q` no line is printed, so that there is a notification \
    or nothing.

    With `--json` there is a line for each deck in which cards wait. `via` is what told of it, null \
    if nothing did.
    """,
    examples: [
      Manual.Example("What would be told?", "flash study remind -n"),
      Manual.Example(
        "Only if there is a pile, and not at night:",
        "flash study remind --at-least=20 --quiet-hours=22-8"),
    ],
    files: [
      Manual.Entry(
        "~/.local/state/flash/reminders", "the decks of which was told today")
    ],
    exitCodes: [.unavailable: "a notification was asked for and could not be shown"],
    seeAlso: ["notify-send(1)"])

  static let schedule = Manual(
    """
    Has `flash study remind` run at the given times: by a timer of your own systemd if that answers, \
    else by a line in your crontab that ends in `# flash-remind`. Doing it again changes what was \
    written, and nothing else; lines and files of others are never touched. `--remove` takes it out, \
    and leaves the crontab byte for byte as it was. `-n` shows what would be written.

    The program is named by its absolute path. Variables that say where your files are go with it, \
    as does `--store`, for neither cron nor systemd would pass them on. A timer makes up for what \
    was missed while the machine was off, cron does not. A timer runs while you are signed in, \
    unless `loginctl enable-linger` is set.
    """,
    examples: [
      Manual.Example("Every morning and evening:", "flash study remind schedule 8:00 19:30"),
      Manual.Example("Look every two hours:", "flash study remind schedule 2h"),
      Manual.Example("No more:", "flash study remind schedule --remove"),
    ],
    files: [
      Manual.Entry("~/.config/systemd/user/flash-remind.timer", "the times"),
      Manual.Entry("~/.config/systemd/user/flash-remind.service", "the command"),
    ],
    exitCodes: [
      .unavailable: "neither systemd nor cron can be used",
      .cannotCreate: "a unit of that name is not ours, or cannot be written",
    ],
    seeAlso: ["crontab(1)", "systemd.timer(5)", "loginctl(1)"])
}
