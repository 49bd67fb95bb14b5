import FlashTerminal

extension CommandContext {
  /// What ends a name in lists of names, read and written: NUL with `-0`, else a newline.
  public var nameSeparator: InputStream.Separator { common.endsInNull ? .null : .newline }

  /// Writes one name of a list. With `-0` and in a pipe it stands as it is; on a terminal what
  /// could drive it is made visible.
  public func name(_ name: String) {
    guard terminal.outputIsTerminal, !common.endsInNull else {
      return output.line(name, end: nameSeparator.rawValue)
    }
    let appearance = Appearance(depth: .none, charset: charset)
    output.write(appearance.bytes(of: StyledLine(name)))
    output.line()
  }
}
