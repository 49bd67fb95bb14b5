import FlashCommand

/// The prose of the manual pages.
enum SyncManual {
  static let text = Manual(
    """
    Fetches what other devices have changed, sends what was changed here, and fetches what the server
    made of it. Any number of devices, offline for as long as they like, end up with the same cards,
    schedules and every answer ever given. It can be cut at any moment and be run again.

    What is here counts as sent once the server has said so. Of two edits of one record the later stays;
    the other is kept for 90 days, see `flash sync conflicts`. Answers are never weighed against each
    other: the logs of all devices are joined, and the schedule follows the joined log. A record that was
    removed on one device and edited later on another stays.

    A sync that would remove more than 500 cards here, or more than a fifth of them and at least five,
    asks first. `-y` answers yes. Without a terminal it stops with code 75, and nothing was removed.

    The first exchange of a large collection travels as one file, in parts; after a cut the next sync goes on
    with the part that is missing. What is kept for that lies beside the collection until it is through.

    Rows that the server does not take, such as those over the limit of a plan, are named, and the code is
    3. They are sent again by themselves where that can help.

    `REMOTE` is the name that `flash sync login` gave the server. One sync runs at a time: another waits for
    `--wait` seconds, then gives up with code 75 and names the process.

    From cron or a timer use `-q`: it says nothing when all is well, and nothing, with code 75, of a server
    that is away, until that has lasted for `sync.cron-grace` hours. After a failure it leaves the
    server alone for 2 seconds, then 8, 30, 120, then 15 minutes at a time.

    The hook `pre-sync` is asked first, see `flash-hooks(7)`.
    """,
    examples: [
      Manual.Example("What would go and come:", "flash sync -n"),
      Manual.Example("By another program:", "flash sync --json | jq .received"),
    ],
    environment: [
      Manual.Entry("https_proxy", "The proxy to reach the server through.")
    ],
    files: [
      Manual.Entry(
        "~/.local/state/flash/credentials", "Secrets, without a helper that keeps them."),
      Manual.Entry(
        "~/.local/state/flash/sync.lock", "The lock; it holds the number of the process."),
    ],
    exitCodes: [
      .partly: "Some rows were not taken; each is named",
      .notSignedIn: "Nobody is signed in, or the server refused the secret",
      .tryLater:
        "The server is away or wants to be left alone, another sync is running, or much would be removed"
        + " and nobody can be asked",
    ],
    seeAlso: ["flash-config(5)", "flash-hooks(7)", "flash-store(1)"])

  static let login = Manual(
    """
    Signs in. The server mails a link to `EMAIL`; the page behind it has a button, which this command waits
    for, and a short code. The link or the code can also be pasted here. Press the button only if mail and
    terminal show the same number.

    With `--apple` nothing is mailed: open the page that is named in a browser, sign in with Apple there, and
    type the code that it shows.

    `--remote` gives the server a name of its own, so that several servers, or several accounts of one, can
    be used side by side with one collection. A login as another account than before sends that account all
    that is here; nothing is lost by that, here or there.

    The secret goes to the helper that `credential.helper` names, by git's protocol; without one into a file
    that only you can read. It is renewed with every sync and never written anywhere else.
    """,
    examples: [
      Manual.Example(
        "The first time:", "flash sync login --server=https://flash.example me@example.org"),
      Manual.Example("With a token from elsewhere:", "flash sync login --token-stdin < token.txt"),
    ],
    seeAlso: ["flash-config(5)"])

  static let logout = Manual(
    """
    Takes the secret away, at the server and here. Cards and what was exchanged stay; a later login as the
    same account goes on where this one ended. With `--forget` the remote is forgotten too.
    """,
    examples: [Manual.Example("A device was stolen:", "flash sync logout --all-devices")])

  static let status = Manual(
    """
    Tells of each remote who is signed in, when the last sync was good, how much is to be sent, and what the
    server has not taken. It asks no server. `--check` says nothing and exits with 1 if something is to be
    sent, or if the last good sync is older than `sync.cron-grace`.
    """,
    examples: [Manual.Example("Say so in a prompt:", "flash sync status --check || echo unsynced")])

  static let conflicts = Manual(
    """
    Lists values that lost against another device's later ones, the newest first, with the fields that
    differ: as they were, and as they are now. They are kept for 90 days. `--restore` brings one back as an
    edit made now, which `flash undo` takes back.
    """,
    examples: [Manual.Example("Bring the third back:", "flash sync conflicts --restore 3")],
    seeAlso: ["flash-store(1)"])

  static let reset = Manual(
    """
    Forgets what was exchanged with a remote, and which rows it refused. The next sync offers it all that is
    here and fetches all that is there; records are weighed as always, and none is lost. It is for a server
    that was put back to an older state without saying so, and it may take long. The remote's name has to be
    typed, or be given by `--confirm`.
    """,
    examples: [Manual.Example("In a script:", "flash sync reset --confirm=origin")])

  static let schedule = Manual(
    """
    Has the machine run `flash sync -q`, by a timer of systemd if it answers, else by one marked line in the
    crontab. Doing it again changes nothing; `--remove` puts everything back as it was.
    """,
    examples: [Manual.Example("Every half hour:", "flash sync schedule 30m")])
}
