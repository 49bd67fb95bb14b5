import FlashCommand

enum ServeManual {
  static let serve = Manual(
    """
    Runs the server that devices sync with, until it is told to stop. It stays in the foreground.

    Without anything set it keeps accounts in a folder, one SQLite file for each of them, and
    listens on this machine alone. With `postgres://…` any number of servers share one database.
    Tables are brought up to date at the start.

    It speaks HTTP/1.1 in clear: encryption, HTTP/2 and certificates are the business of a proxy
    in front of it, such as nginx or Caddy, whose address belongs into `serve.trusted-proxies`.
    Therefore it does not listen where others could reach it unless `serve.in-clear` is set.

    The log is on standard error, a JSON object a line. Tokens, addresses of mail and text of cards
    never stand in it. With port 0 the system chooses a port, and the address is printed on standard
    output. A socket that systemd hands over (`LISTEN_FDS`) is used instead of `--listen`.

    SIGTERM and ^C let requests that have come be answered, for at most ten seconds, and end the
    server; SIGHUP is ignored.

    `/healthz` answers while the process lives, `/readyz` while it can do its work, `/metrics` tells
    figures as Prometheus reads them, to this machine alone unless `serve.metrics` is `open`.
    """,
    examples: [
      Manual.Example("Serve the devices of one person on this machine", "flash serve"),
      Manual.Example(
        "Serve from a PostgreSQL database, on a port of the system's choice",
        "flash serve --listen 127.0.0.1:0 --database postgres://flash@db.example/flash"),
      Manual.Example("Let cron send the mails", "flash serve jobs run send_mail"),
    ],
    files: [
      Manual.Entry(
        "$XDG_DATA_HOME/flash/server", "accounts, where neither an option nor a setting says more")
    ],
    exitCodes: [
      .system: "the address is in use, or not this machine's",
      .notAllowed: "others could reach the listener, and nothing would be encrypted",
    ],
    seeAlso: ["flash-config(5)", "flash-store(1)"])
}
