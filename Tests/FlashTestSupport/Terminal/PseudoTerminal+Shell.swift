extension PseudoTerminal {
  private static let prompt = "ready>"

  /// An interactive shell with job control, waiting at its prompt, for tests of ^Z and fg.
  /// - Parameter program: what `$PROGRAM` stands for in the commands that are sent.
  public static func shell(
    for program: Executable, environment: [String: String] = [:], rows: Int = 24,
    columns: Int = 80
  ) throws(PseudoTerminalError) -> PseudoTerminal {
    let own = ["PS1": "\(prompt) ", "PROGRAM": program.path].merging(environment) { $1 }
    let shell = try PseudoTerminal(
      Executable(path: "/bin/bash"), ["--norc", "--noprofile", "--noediting", "-i"],
      environment: own, rows: rows, columns: columns)
    try shell.wait(for: prompt)
    return shell
  }

  /// Waits until the shell asks for a command after it showed `text`. What is typed earlier may
  /// still go to the program that was stopped.
  public func waitForPrompt(after text: String) throws(PseudoTerminalError) {
    try wait(for: "the prompt after '\(text)'") { terminal in
      let parts = terminal.screen.text.split(separator: text, omittingEmptySubsequences: false)
      return parts.count > 1 && parts.last?.contains(Self.prompt) == true
    }
  }
}
