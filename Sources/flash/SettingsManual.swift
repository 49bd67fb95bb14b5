import FlashCommand

/// The prose of `flash-config(5)`; the settings come from their table.
enum SettingsManual {
  static let description = """
    Settings are read from files and variables. The first of these that sets a name counts: an option
    of the command; `-c` before the command; a variable such as `FLASH_STORE`; the user's file; the
    system's files; the default. `flash config list --show-origin` tells what is set where,
    `flash config set` changes the user's file and keeps what else is in it.
    """

  static let form = """
    A file has sections, and in them a setting a line:

        # a comment
        [study]
            rollover = 5
        [alias]
            verbs = study Spanish::Verbs ; a comment too
        [remote "home"]
            url = https://flash.example

    These are `study.rollover`, `alias.verbs` and `remote.home.url`. Sections and names are letters,
    digits and hyphens, in upper or lower case alike; the quoted part of a section is taken as it
    stands. A name alone means true. Of several lines that set a name, the last counts.

    Blanks around a value do not belong to it. A value with blanks at its ends, or with a hash or a
    semicolon, is quoted: `"like # this"`. A backslash makes a quote or a backslash plain, stands for
    a line break, a tab or a backspace before `n`, `t` or `b`, and at the end of a line goes on with
    the next. Texts are UTF-8. An error is told with file and line, and the code is 78.
    """

  /// The table of settings, then the names that are the user's.
  static var entries: [Manual.Entry] {
    Settings.all.map { setting in
      Manual.Entry(setting.name, "\(setting.text.asProse) \(values(of: setting))")
    } + [
      Manual.Entry(
        "alias.NAME",
        "What `flash NAME` stands for, if no command bears the name: words, or after an exclamation"
          + " mark a command line for `sh(1)`.")
    ]
  }

  private static func values(of setting: SettingDescription) -> String {
    var text =
      switch setting.type {
      case .text, .command, .path, .hours: ""
      case .integer(let range): "A number from \(range.lowerBound) to \(range.upperBound)."
      case .boolean: "True or false."
      case .choice(let words): "One of \(words.map { "`\($0)`" }.joined(separator: ", "))."
      }
    if let value = setting.defaultValue { text += " The default is `\(value)`." }
    if let variable = setting.variable { text += " `\(variable)` counts over it." }
    return text
  }

  static let files = [
    Manual.Entry(
      "~/.config/flash/config", "the user's file; `XDG_CONFIG_HOME` moves it. Mode 0600"),
    Manual.Entry(
      "/etc/xdg/flash/config",
      "the system's file; `XDG_CONFIG_DIRS` names other folders, the most important first"),
  ]

  static let example = """
    The study day of a night owl, in one place wherever the machine travels:

        [study]
            rollover = 6
            timezone = Europe/Madrid
    """
}

extension String {
  /// This text as a sentence.
  fileprivate var asProse: String { prefix(1).uppercased() + dropFirst() + "." }
}
