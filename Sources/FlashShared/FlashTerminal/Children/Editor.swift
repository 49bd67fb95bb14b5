/// The program that people write longer text with.
public struct Editor: Sendable, Hashable {
  /// A command for the shell, which may carry options.
  public let command: String

  /// The editor of these variables; an empty one counts as unset, `VISUAL` does not count on a
  /// terminal that cannot move its cursor.
  /// - Parameter isDumb: whether `TERM` is unset or `dumb`.
  public init(flashEditor: String?, visual: String?, editor: String?, isDumb: Bool) {
    let candidates = [flashEditor, isDumb ? nil : visual, editor]
    command = candidates.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
  }

  /// Lets a person edit a file, until the editor ends. Within a loop, suspend its session.
  /// - Parameter path: a file that exists, of mode 0600 if it is temporary.
  /// - Throws: `.editorFailed` if the editor ends with another status than 0; `.cannotRun` if
  ///   there is no shell.
  public func edit(_ path: String, environment: [String: String]) throws(TerminalError) {
    let ending = try ChildProcess.run(
      ["/bin/sh", "-c", "\(command) \"$@\"", command, path], environment: environment)
    switch ending {
    case .exited(0): return
    case .exited(let status): throw .editorFailed(command: command, status: status)
    case .signaled(let number): throw .editorFailed(command: command, status: 128 + number)
    }
  }
}
