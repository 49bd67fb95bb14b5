import FlashCommand

/// The prose of `flash-hooks(7)`.
enum HooksManual {
  static let description = """
    A hook is an executable file in the folder `hooks` beside the settings, with the name of what it
    wants to hear of. It may be written in anything. Its standard input is one line of JSON; what it
    writes goes to standard error and never among the answers of a command.
    """

  static let hooks: [Manual.Entry] = [
    Manual.Entry(
      "post-answer",
      "An answer is on the disk: from a session, or by `flash study answer`. Hooks run beside the"
        + " session, one after the other, in the order of the answers; at its end they are waited for"
        + " as long as one of them may take. A session drops what they write, failures apart."),
    Manual.Entry(
      "post-import", "`flash import` is done, and at least one file was imported; not with `-n`."),
    Manual.Entry(
      "pre-sync",
      "A sync is about to begin. If the hook fails there is none, and nothing was sent."
    ),
  ]

  static let input = """
    An object with `version`, which is 1, `hook`, `at` (when it happened, RFC 3339) and what is
    particular to the hook:

        post-answer  answer        the fields of 'flash study answer --json'
                     card          the fields of 'flash card list --json', after the answer
                     became_leech  whether this lapse made a leech of it
        post-import  files         an array with the fields of 'flash import --json'
        pre-sync     remote        the name of the other side

    `flash study answer --json=help` and the like list the fields. Members are added without notice;
    when one is taken away or comes to mean something else, `version` goes up. A hook that reads only
    a part of its input, or none, has done nothing wrong.
    """

  static let rules = """
    What happened before a `post-` hook stands whatever becomes of it: its failure is a warning, and the
    exit code of the command is what it would be without. A hook that takes longer than
    `hooks.timeout`, 5 seconds without a setting, is killed with all that it has started; a daemon
    that it leaves behind in good order goes on. It has no terminal. Within a hook no other hook is
    run, so that one may answer cards itself.

    A file that is not executable is ignored, with a warning. Hooks are run only if the file, its
    folder and the folder of the settings belong to you or to root, and nobody else may write to them:
    otherwise whoever can would act as you. A `pre-sync` hook that is not trusted keeps the sync from
    happening, like one that fails. `flash -c hooks.enabled=false` runs a command without hooks.
    """

  static let environmentText = """
    Hooks see `HOME`, `PATH` and the variables of user, locale, time zone, terminal, display, session
    bus and XDG folders. No other variable is passed on, for it may hold a secret, as `FLASH_TOKEN`
    does. Set for them are:
    """

  static let variables: [Manual.Entry] = [
    Manual.Entry("FLASH_HOOK", "the name of the hook"),
    Manual.Entry("FLASH_STORE", "the collection that it is about, also for a `flash` of its own"),
  ]

  static let files = [
    Manual.Entry(
      "~/.config/flash/hooks/", "the hooks; `XDG_CONFIG_HOME` moves them with the settings")
  ]

  static let example = """
    A line for each lapse, in `~/.config/flash/hooks/post-answer`:

        #!/bin/sh
        jq -r 'select(.answer.rating == "again") | [.at, .card.deck, .card.front] | @tsv' \\
          >>"$HOME/lapses.tsv"

    A copy of the collection after each import, in `post-import`:

        #!/bin/sh
        exec flash store backup -q
    """

  static let diagnostics = """
    A hook that fails is told with how it ended and the last line it wrote:

        flash-import: warning: hook 'post-import' ended with code 1: no such remote
    """
}
