import FlashCommand

/// The prose of `flash-admin(1)`.
enum AdminManual {
  static let text = Manual(
    """
    Runs the accounts of a server from a shell: people, what they have of plans, what the server does. All
    of it goes through the server's own interface, with the token of an operator, and stands in its audit
    log. `flash admin account` and `flash admin subscription status` are about your own account instead, and
    use the sign-in of `flash sync`.

    An account is named by its id or its address. Where several may be named, `-` reads them from standard
    input: a name on each line, or the JSON Lines of `flash admin user list --json`. If one of several fails,
    it is told on standard error, the others are done, and the exit code is 3.

    Lists are fetched in pages while they are written, so that `head` ends them early. Where the server
    asks for time, the command waits for it.
    """,
    examples: [
      Manual.Example("Sign in as an operator:", "flash admin login --server=https://flash.example"),
      Manual.Example(
        "Who came last month, as a table for a spreadsheet:",
        "flash admin user list --query 'created>2026-11-01' --template '{email}\\t{created_at}'"),
      Manual.Example(
        "Disable the accounts that have not synced this year; look first:",
        "flash admin user list --json=id --query 'last_sync<2026-01-01' | flash admin user disable -n -"
      ),
      Manual.Example(
        "How many cards the busiest accounts have:",
        "flash admin user list --json=id | head | jq -r .id | xargs -n1 flash admin user show --json=counts"
      ),
      Manual.Example("What operators did today:", "flash admin audit --action user. --limit 20"),
    ],
    environment: [
      Manual.Entry("FLASH_SERVER", "the server, over `admin.server`"),
      Manual.Entry(
        "FLASH_TOKEN", "an operator's token, over the one that is kept; it is never stored"),
    ],
    files: [
      Manual.Entry(
        "$XDG_STATE_HOME/flash/credentials",
        "the token, with mode 0600, where `credential.helper` is not set"),
      Manual.Entry("$XDG_STATE_HOME/flash/admin-server", "the server of the last login"),
    ],
    exitCodes: [.notFound: "there is no such account, plan, token or job"],
    seeAlso: ["flash-config(5)", "flash-serve(1)", "flash-sync(1)"])
}
