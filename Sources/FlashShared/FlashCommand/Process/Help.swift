import FlashTerminal

/// Shows a command's whole help.
public enum Help {
  /// The manual page through `man`, if a person is looking and the page is installed; else the same
  /// page as plain text.
  /// - Parameter page: the name of the installed page; nil for a subcommand, which has none.
  static func show(
    _ command: CommandSpecification, page: String?, in context: inout CommandContext
  ) throws {
    show(ManualPage(command), installedAs: page, in: &context)
  }

  /// As above, for any page.
  static func show(_ page: ManualPage, installedAs name: String?, in context: inout CommandContext)
  {
    if let name, showInstalled(name, in: &context) { return }
    let text = page.plainText(width: context.terminal.size.columns)
    context.page(
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { StyledLine(String($0)) })
  }

  /// Shows the manual page `name` through `man`, if a person is looking and there is such a page.
  /// - Returns: whether it was shown.
  public static func showInstalled(_ name: String, in context: inout CommandContext) -> Bool {
    context.output.isTerminal && context.terminal.outputIsTerminal
      && HelperProcess.run("man", ["-w", name], output: .null, errors: .null) == .exited(0)
      && HelperProcess.run("man", [name]) == .exited(0)
  }
}
