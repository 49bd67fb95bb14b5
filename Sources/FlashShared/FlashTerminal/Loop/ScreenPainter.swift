/// Sequences for the whole screen.
///
/// - Source: xterm's control sequences (private modes 7, 25 and 1049).
enum ScreenControl {
  /// The alternate screen, without a cursor. No automatic line wrap: a terminal that thinks a
  /// character wider than we do can then not scroll.
  static let enter = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J".utf8)
  /// Undoes ``enter``. ``EmergencyRestore`` writes the same.
  static let leave = Array("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
  static let clear = Array("\u{1B}[2J".utf8)
  static let eraseToEndOfLine = Array("\u{1B}[K".utf8)
  static let hideCursor = Array("\u{1B}[?25l".utf8)
  static let showCursor = Array("\u{1B}[?25h".utf8)

  /// Moves the cursor to a place counted from 0.
  static func move(row: Int, column: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }
}

/// Turns screens into the bytes that change a terminal from one to the next.
struct ScreenPainter {
  private let appearance: Appearance
  /// The rows that the terminal shows, nil if that is not known.
  private var shown: [[UInt8]]?
  private var size: TerminalSize?
  private var cursor: Screen.Cursor?

  init(_ appearance: Appearance) { self.appearance = appearance }

  /// The terminal was used by others: paint all of the next screen.
  mutating func forget() {
    shown = nil
    cursor = nil
  }

  /// The bytes that make the terminal show `screen`; none if it does.
  mutating func paint(_ screen: Screen, _ newSize: TerminalSize) -> [UInt8] {
    var output: [UInt8] = []
    if shown == nil || size != newSize {
      output += ScreenControl.hideCursor + ScreenControl.clear
      shown = [[UInt8]](repeating: [], count: newSize.rows)
      size = newSize
      cursor = nil
    }
    paintRows(screen, newSize, into: &output)
    paintCursor(screen.cursor, newSize, into: &output)
    return output
  }

  private mutating func paintRows(
    _ screen: Screen, _ size: TerminalSize, into output: inout [UInt8]
  ) {
    for row in 0..<size.rows {
      let line = row < screen.lines.count ? screen.lines[row].truncated(to: size.columns) : nil
      let bytes = line.map(appearance.bytes) ?? []
      guard shown?[row] != bytes else { continue }
      if cursor != nil {
        output += ScreenControl.hideCursor
        cursor = nil
      }
      output += ScreenControl.move(row: row, column: 0) + bytes
      // After a full row the cursor still stands on its last cell, which would be erased.
      if (line?.cellWidth ?? 0) < size.columns { output += ScreenControl.eraseToEndOfLine }
      shown?[row] = bytes
    }
  }

  private mutating func paintCursor(
    _ wanted: Screen.Cursor?, _ size: TerminalSize, into output: inout [UInt8]
  ) {
    let place = wanted.map { cursor in
      Screen.Cursor(
        row: min(max(0, cursor.row), size.rows - 1),
        column: min(max(0, cursor.column), size.columns - 1))
    }
    guard place != cursor else { return }
    if let place {
      output += ScreenControl.move(row: place.row, column: place.column) + ScreenControl.showCursor
    } else {
      output += ScreenControl.hideCursor
    }
    cursor = place
  }
}
