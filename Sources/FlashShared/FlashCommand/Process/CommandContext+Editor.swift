import FlashTerminal

extension CommandContext {
  /// Lets a person write in their editor.
  /// - Parameters:
  ///   - text: what the file holds at first.
  ///   - suffix: the end of the file's name, by which editors know its kind: `.md`.
  /// - Returns: the text, which differs from the first one.
  /// - Throws: ``Cancelled`` if nothing changed; `TerminalError.notATerminal` without a person,
  ///   `.editorFailed`; ``StreamError`` for the file.
  public func edit(_ text: String, suffix: String = ".md") throws -> String {
    guard terminal.inputIsTerminal, terminal.errorIsTerminal else {
      throw TerminalError.notATerminal(stream: "standard input")
    }
    let editor = Editor(
      flashEditor: try settings.string("core.editor"), visual: environment["VISUAL"],
      editor: environment["EDITOR"], isDumb: terminal.isDumb)
    output.flush()
    let folder = environment.nonEmpty("TMPDIR") ?? "/tmp"
    let file = try TemporaryFile(holding: Array(text.utf8), in: folder, suffix: suffix)
    defer { file.remove() }
    try editor.edit(file.path, environment: environment.all)
    let bytes = try file.bytes()
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      throw StreamError.notUTF8(stream: "the edited text", offset: bytes.firstInvalidUTF8)
    }
    guard edited != text else { throw Cancelled() }
    return edited
  }
}
