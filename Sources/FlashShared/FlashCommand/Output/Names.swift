import FlashTerminal

extension CommandContext {
  /// What ends a name in lists of names, read and written: NUL with `-0`, else a newline.
  public var nameSeparator: InputStream.Separator { common.endsInNull ? .null : .newline }

  /// Writes one name of a list. With `-0` it stands as it is; on a terminal what could drive it is
  /// made visible.
  public func name(_ name: String) {
    let shown = output.isTerminal && !common.endsInNull ? name.printable(.line) : name
    output.line(shown, end: nameSeparator.rawValue)
  }
}
