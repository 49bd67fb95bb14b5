public import FlashTerminal

extension CommandContext {
  /// How standard output shows text: colours by cli.md's order, and `?` for what a terminal with
  /// another encoding cannot show. Files and pipes get UTF-8.
  /// - Throws: ``ConfigurationError`` from `color.ui`.
  public var appearance: Appearance {
    get throws(ConfigurationError) {
      try appearance(isTerminal: terminal.outputIsTerminal)
    }
  }

  /// The same for standard error: prompts and progress.
  public var errorAppearance: Appearance {
    get throws(ConfigurationError) { try appearance(isTerminal: terminal.errorIsTerminal) }
  }

  private func appearance(isTerminal: Bool) throws(ConfigurationError) -> Appearance {
    var choice = common.color
    if choice == .auto, let set = try settings.string("color.ui") {
      choice = ColorChoice(rawValue: set) ?? .auto
    }
    var variables: [String: String] = [:]
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM", "COLORTERM"] {
      variables[name] = environment[name]
    }
    return Appearance(
      depth: ColorDepth(choice, in: ColorEnvironment(variables), isTerminal: isTerminal),
      theme: Theme(colorFgBg: environment["COLORFGBG"]),
      charset: isTerminal ? charset : .utf8)
  }

  /// The characters that the locale's terminal can show.
  public var charset: Charset {
    Charset(
      lcAll: environment["LC_ALL"], lcCtype: environment["LC_CTYPE"], lang: environment["LANG"])
  }

  /// Writes lines of the answer for people.
  public func show(_ lines: [StyledLine]) throws {
    let appearance = try appearance
    for line in lines {
      output.write(appearance.bytes(of: line))
      output.line()
    }
  }

  /// Writes the one line that tells of a change; nothing with `-q`.
  public func say(_ text: String) throws {
    if !common.isQuiet { try show([StyledLine(text)]) }
  }

  /// Tells on standard error of something that is wrong but no failure; nothing with `-q`.
  public func warn(_ text: String) {
    if !common.isQuiet { tell("\(program): warning: \(text)") }
  }

  /// Tells on standard error what is done, with `-v`, or each step, with `-vv`.
  /// - Parameter level: 1 or 2.
  public func note(_ text: @autoclosure () -> String, level: Int = 1) {
    guard common.verbosity >= level, !common.isQuiet else { return }
    tell(text())
  }

  /// Writes a line on standard error, whatever `-q` says, controls made visible.
  func tell(_ text: String) {
    let line = StyledLine(text)
    let appearance = Appearance(
      depth: .none, charset: terminal.errorIsTerminal ? charset : .utf8)
    errors.write(appearance.bytes(of: line))
    errors.line()
  }
}
