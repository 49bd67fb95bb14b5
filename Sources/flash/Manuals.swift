import FlashCommand

/// The manual pages that are no program's own.
enum Manuals {
  /// `flash(1)`.
  static let flash = GuidePage(
    "flash", number: 1, abstract: "study flashcards from the shell",
    sections: [
      ("SYNOPSIS", [.synopsis("flash", ["OPTIONS", "COMMAND", "ARGUMENTS"])]),
      ("DESCRIPTION", description),
      ("ENVIRONMENT", [.variables(FlashManual.variables)]),
      ("FILES", [.files(FlashManual.files)]),
      ("EXIT STATUS", [.text(FlashManual.exitText), .exitCodes(ExitCode.allCases)]),
      ("EXAMPLES", [.examples(FlashManual.examples)]),
      ("SEE ALSO", [.pages(pages)]),
    ])

  /// `flash-config(5)`.
  static let settings = GuidePage(
    "flash-config", number: 5, abstract: "the settings of flash and the files they are read from",
    sections: [
      ("DESCRIPTION", [.text(SettingsManual.description)]),
      ("FORM", [.text(SettingsManual.form)]),
      ("SETTINGS", [.settings(SettingsManual.entries)]),
      ("FILES", [.files(SettingsManual.files)]),
      ("EXAMPLES", [.text(SettingsManual.example)]),
      ("SEE ALSO", [.pages(["flash(1)", "flash-config(1)"])]),
    ])

  /// `flash-hooks(7)`.
  static let hooks = GuidePage(
    "flash-hooks", number: 7, abstract: "programs of yours that flash runs",
    sections: [
      ("DESCRIPTION", [.text(HooksManual.description), .commands(HooksManual.hooks)]),
      ("INPUT", [.text(HooksManual.input)]),
      ("RULES", [.text(HooksManual.rules)]),
      ("ENVIRONMENT", [.text(HooksManual.environmentText), .variables(HooksManual.variables)]),
      ("FILES", [.files(HooksManual.files)]),
      ("EXAMPLES", [.text(HooksManual.example)]),
      ("DIAGNOSTICS", [.text(HooksManual.diagnostics)]),
      ("SEE ALSO", [.pages(["flash(1)", "flash-import(1)", "flash-study(1)", "flash-config(5)"])]),
    ])

  /// `flash-query(7)`.
  static let query = GuidePage(
    "flash-query", number: 7, abstract: "the language in which cards are looked for",
    sections: [
      ("DESCRIPTION", [.text(QueryManual.description), .commands(QueryManual.combining)]),
      ("TEXT", [.commands(QueryManual.texts), .text(QueryManual.quoting)]),
      ("DECKS, TAGS AND KINDS", [.commands(QueryManual.places)]),
      ("STATES", [.commands(QueryManual.marks)]),
      ("NUMBERS", [.text(QueryManual.numbers), .commands(QueryManual.properties)]),
      ("DAYS", [.text(QueryManual.dayText), .commands(QueryManual.days)]),
      ("REGULAR EXPRESSIONS", [.text(QueryManual.patterns)]),
      ("EXAMPLES", [.examples(QueryManual.examples)]),
      ("DIAGNOSTICS", [.text(QueryManual.diagnostics)]),
      (
        "SEE ALSO",
        [
          .pages([
            "flash(1)", "flash-card(1)", "flash-export(1)", "flash-study(1)", "flash-config(5)",
          ])
        ]
      ),
    ])

  /// The page that is stored as `name`: `flash`, or with its number, such as `flash-config.5`.
  static func page(_ name: String) -> GuidePage? {
    switch name {
    case "flash": flash
    case "flash-config.5": settings
    case "flash-hooks.7": hooks
    case "flash-query.7": query
    default: nil
    }
  }

  static func page(_ guide: Guide) -> GuidePage? { page(guide.page) }

  private static let description: [GuidePage.Part] =
    [
      .text(FlashManual.description),
      .options(
        GlobalOption.all.filter { !$0.help.isEmpty }.map { option in
          switch option.argument {
          case .none: GuidePage.Option(option.names[0], value: nil, option.help)
          case .required(let value): GuidePage.Option(option.names[0], value: value, option.help)
          case .optional(let value):
            GuidePage.Option(option.names[0], value: value, isOptional: true, option.help)
          }
        }),
      .subheading("Commands"),
    ]
    + CommandGroupName.allCases.flatMap { group -> [GuidePage.Part] in
      [
        .text("\(group.rawValue):"),
        .commands(
          (CommandList.builtIns + CommandList.programs).filter { $0.group == group }
            .map { Manual.Entry($0.name, "\($0.abstract); see `flash-\($0.name)(1)`") }),
      ]
    } + [
      .text("Shorter names:"),
      .commands(
        CommandList.aliases.filter { alias in
          CommandList.programs.contains { $0.name == alias.words[0] }
        }.map { Manual.Entry($0.name, "`flash \($0.words.joined(separator: " "))`") }),
      .subheading("How a command is found"), .text(FlashManual.lookup),
      .subheading("Programs of your own"), .text(FlashManual.plugins),
    ]

  private static let pages =
    ((CommandList.builtIns + CommandList.programs).map { "flash-\($0.name)(1)" }).sorted()
    + ["flash-config(5)", "flash-hooks(7)", "flash-query(7)"]
}
