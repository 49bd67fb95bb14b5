/// What a terminal shows: lines from the top, and where the cursor stands.
public struct Screen: Sendable, Hashable {
  /// Lines beyond the window are not shown, lines too wide are cut.
  public var lines: [StyledLine]
  /// Nil hides the cursor.
  public var cursor: Cursor?

  /// A place, counted from 0.
  public struct Cursor: Sendable, Hashable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  public init(_ lines: [StyledLine], cursor: Cursor? = nil) {
    self.lines = lines
    self.cursor = cursor
  }

  /// A screen with `footer` at the bottom of the window, over whatever is there.
  public init(
    _ lines: [StyledLine], footer: [StyledLine], size: TerminalSize, cursor: Cursor? = nil
  ) {
    let room = max(0, size.rows - footer.count)
    let above = Array(lines.prefix(room))
    let blank = [StyledLine](repeating: StyledLine(), count: room - above.count)
    self.init(above + blank + footer, cursor: cursor)
  }
}
