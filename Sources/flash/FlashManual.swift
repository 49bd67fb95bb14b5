import FlashCommand

/// The prose of `flash(1)`.
enum FlashManual {
  static let description = """
    Makes, imports and studies flashcards in the terminal, offline, and schedules them by the FSRS
    model of memory. Every command is a program `flash-COMMAND`; flash finds it and becomes it.

    Options before the command's name are those of flash, options after it the command's:
    """

  static let lookup = """
    The first of these that knows the name is used: what flash does itself (`completion`, `config`,
    `help`, `version`); `flash-COMMAND` in the folder that `--exec-path` prints, and the shorter
    names of what is there; `flash-COMMAND` in the folders of `PATH`, empty and relative ones apart;
    the setting `alias.COMMAND`. So neither a plugin nor an alias can replace a command that ships.
    A file that may not be run is passed over.

    An alias is split into words as a shell does, without expanding anything, and the arguments are
    appended. One that begins with an exclamation mark is a command line for `sh(1)`, which gets the
    arguments too. An alias that leads back to itself is an error.

    A name that is not known is answered with those that come near; see `help.autocorrect` in
    `flash-config(5)`.
    """

  static let plugins = """
    Any program called `flash-NAME` on `PATH` is the command `flash NAME`: it is listed, completed
    and has its place in `flash help -a`. It should answer `-h`, `--help` and `--version`, should
    answer `--flash-summary` with one line on what it does, and may answer `__complete -- WORDS`
    with what the last word may become, one `value<TAB>description` a line.

    It is told where its siblings are in `FLASH_EXEC_PATH`, the version of flash in
    `FLASH_DISPATCH_VERSION`, and the settings of the command line in `FLASH_CONFIG_COUNT`,
    `FLASH_CONFIG_KEY_0`, `FLASH_CONFIG_VALUE_0` and so on; a value that is not set means true.
    """

  static let variables = [
    Manual.Entry("FLASH_EXEC_PATH", "where the commands that ship are, if not beside flash"),
    Manual.Entry("FLASH_STORE", "the file of the collection, if `--store` is not given"),
    Manual.Entry("FLASH_EDITOR", "the editor; then `VISUAL`, `EDITOR`, `vi`"),
    Manual.Entry("FLASH_PAGER", "the pager; then `PAGER`, `less`; empty or `cat` means none"),
    Manual.Entry("FLASH_PROMPT_DISABLED", "if set, nothing is ever asked, as with `--no-input`"),
    Manual.Entry(
      "FLASH_CONFIG_COUNT",
      "how many settings stand in `FLASH_CONFIG_KEY_0`, `FLASH_CONFIG_VALUE_0` and so on; they count"
        + " over all files, as those of `-c` do"),
    Manual.Entry("NO_COLOR", "if set and not empty, no colour"),
    Manual.Entry(
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_CONFIG_DIRS",
      "where files are kept; a relative or empty value counts as unset"),
  ]

  static let files = [
    Manual.Entry("~/.config/flash/config", "the settings; see `flash-config(5)`"),
    Manual.Entry("~/.local/share/flash/collection.db", "the collection"),
    Manual.Entry("~/.local/state/flash/", "locks and logs"),
    Manual.Entry("~/.cache/flash/", "what can be made again"),
  ]

  static let exitText = """
    The codes are the same for all commands. A command that a signal ended raises it again, so that
    a shell sees 128 and its number.
    """

  static let examples = [
    Manual.Example("Take in a file and study it:", "flash import spanish.csv\nflash study"),
    Manual.Example(
      "Study another collection, without new cards:",
      "flash --store ~/exam.db -c study.new=0 study"),
    Manual.Example(
      "A command of one's own:", "flash config set alias.verbs 'study Spanish::Verbs'"),
  ]
}
