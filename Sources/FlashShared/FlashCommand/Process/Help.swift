/// Shows a command's whole help.
enum Help {
  /// The manual page through `man`, if a person is looking and the page is installed; else the same
  /// page as plain text.
  /// - Parameter page: the name of the installed page; nil for a subcommand, which has none.
  static func show(
    _ command: CommandSpecification, page: String?, in context: inout CommandContext
  ) throws {
    if let page, context.output.isTerminal, context.terminal.outputIsTerminal,
      ChildProcess.run("man", ["-w", page], output: .null, errors: .null) == .exited(0),
      ChildProcess.run("man", [page]) == .exited(0)
    {
      return
    }
    context.output.write(ManualPage(command).plainText(width: context.terminal.size.columns))
  }
}
