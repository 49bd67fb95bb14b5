/// What every manual page says of the environment and the files that all commands share.
enum CommonManual {
  static func environment(usesStore: Bool) -> [Manual.Entry] {
    (usesStore
      ? [Manual.Entry("FLASH_STORE", "The collection's file, if `--store` is not given.")] : [])
      + [
        Manual.Entry(
          "FLASH_PROMPT_DISABLED", "If set, nothing is ever asked, as with `--no-input`."),
        Manual.Entry(
          "FLASH_PAGER", "The pager for long answers; then `PAGER`, then `less`. `cat` is none."),
        Manual.Entry(
          "FLASH_TRACE",
          "Where to write what is done: `1` is standard error, `3` to `9` a descriptor, a path a"
            + " file. `FLASH_TRACE_SQL` and `FLASH_TRACE_HTTP` do so for their subjects."),
        Manual.Entry(
          "NO_COLOR", "If set and not empty, no colour; `CLICOLOR_FORCE` asks for it in a pipe."),
      ]
  }

  static func files(usesStore: Bool) -> [Manual.Entry] {
    (usesStore
      ? [
        Manual.Entry("~/.local/share/flash/collection.db", "The collection, unless told otherwise.")
      ]
      : [])
      + [Manual.Entry("~/.config/flash/config", "The settings; see `flash-config(5)`.")]
  }
}
