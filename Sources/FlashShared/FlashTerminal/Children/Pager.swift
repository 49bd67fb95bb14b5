/// The program that shows text longer than the window.
public struct Pager: Sendable, Hashable {
  /// A command for the shell.
  public let command: String

  /// The pager of these variables, nil if they ask for none: the first that is set decides, and an
  /// empty one or `cat` means none.
  public init?(flashPager: String?, pager: String?) {
    switch flashPager ?? pager {
    case "", "cat": return nil
    case let chosen?: command = chosen
    // A machine without less shows the text all the same.
    case nil: command = "if command -v less >/dev/null 2>&1; then exec less; fi; exec cat"
    }
  }

  /// Whether lines are longer than a window, which leaves its last row to the prompt.
  public static func isNeeded(for lines: [StyledLine], in size: TerminalSize) -> Bool {
    var rows = 0
    for line in lines {
      rows += max(1, (line.cellWidth + size.columns - 1) / size.columns)
      if rows >= size.rows { return true }
    }
    return false
  }

  /// Shows `text` until the pager is quit, however much of it was read.
  /// - Parameter environment: what the pager sees; `LESS` becomes `FRX` if it is not set.
  /// - Returns: false if the command was not found and the text is still to be shown.
  /// - Throws: `.cannotRun` if there is no shell.
  public func show(
    _ text: [UInt8], environment: [String: String]
  ) throws(TerminalError) -> Bool {
    var environment = environment
    if environment["LESS"] == nil { environment["LESS"] = "FRX" }
    let ending = try ChildProcess.run(
      ["/bin/sh", "-c", command], environment: environment, input: text)
    return ending != .exited(127) && ending != .exited(126)
  }
}
