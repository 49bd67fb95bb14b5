import FlashTerminal

/// What a terminal would show after the bytes that were written to it: enough of a VT100 and xterm
/// to check programs that draw. Colours are ignored.
public struct ScreenEmulator: Sendable {
  public private(set) var rows: Int
  public private(set) var columns: Int
  /// The cursor's place, counted from 0.
  public private(set) var cursor = (row: 0, column: 0)
  public private(set) var isCursorVisible = true
  public private(set) var isAlternate = false
  /// Whether text goes on in the next line at the right edge.
  public private(set) var wraps = true
  /// Lines that left at the top of the alternate screen, where a program should never scroll.
  public private(set) var scrolledLines = 0

  private var cells: [[String]]
  /// The other screen while ``isAlternate``.
  private var mainCells: [[String]] = []
  private var savedCursor = (row: 0, column: 0)
  private var parser = SequenceParser()

  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    cells = Self.blank(rows, columns)
  }

  /// The rows without the spaces at their ends.
  public var lines: [String] {
    cells.map { row in
      let used = row.lastIndex { $0 != " " }.map { row[...$0] } ?? []
      return used.joined()
    }
  }

  /// The rows, each ended by a newline.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard let token = parser.take(byte) else { continue }
      switch token {
      case .scalar(let scalar): write(scalar)
      case .control(let byte): control(byte)
      case .escape(let final): escape(final)
      case .sequence(let parameters, let isPrivate, let final):
        sequence(parameters, isPrivate, final)
      }
    }
  }

  /// Another size of window; what does not fit is lost at the bottom and on the right.
  public mutating func resize(rows: Int, columns: Int) {
    func fitted(_ old: [[String]]) -> [[String]] {
      var new = Self.blank(rows, columns)
      for row in 0..<min(rows, old.count) {
        for column in 0..<min(columns, old[row].count) { new[row][column] = old[row][column] }
      }
      return new
    }
    cells = fitted(cells)
    mainCells = fitted(mainCells)
    (self.rows, self.columns) = (rows, columns)
    move(to: cursor.row, cursor.column)
  }

  private static func blank(_ rows: Int, _ columns: Int) -> [[String]] {
    [[String]](repeating: [String](repeating: " ", count: columns), count: rows)
  }

  private mutating func move(to row: Int, _ column: Int) {
    cursor = (min(max(0, row), rows - 1), min(max(0, column), columns))
  }
}

extension ScreenEmulator {
  private mutating func write(_ scalar: Unicode.Scalar) {
    if joinLast(scalar) { return }
    let text = String(scalar)
    let width = text.cellWidth
    if cursor.column + width > columns {
      if wraps {
        cursor.column = 0
        lineFeed()
      } else {
        cursor.column = columns - width
      }
    }
    put(text, width, at: cursor.column)
    cursor.column += width
  }

  /// Adds a scalar to the character before the cursor if they are one.
  private mutating func joinLast(_ scalar: Unicode.Scalar) -> Bool {
    let row = cells[cursor.row]
    guard let place = row[..<min(cursor.column, columns)].lastIndex(where: { !$0.isEmpty }) else {
      return false
    }
    let joined = row[place] + String(scalar)
    guard row[place] != " " || scalar.properties.generalCategory == .nonspacingMark,
      joined.count == 1
    else { return false }
    put(joined, joined.cellWidth, at: place)
    cursor.column = place + joined.cellWidth
    return true
  }

  private mutating func put(_ text: String, _ width: Int, at column: Int) {
    guard column < columns else { return }
    cells[cursor.row][column] = text
    for covered in column + 1..<max(column + 1, min(columns, column + width)) {
      cells[cursor.row][covered] = ""
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: move(to: cursor.row, min(cursor.column, columns - 1) - 1)
    case 0x09: move(to: cursor.row, min(columns - 1, (cursor.column / 8 + 1) * 8))
    case 0x0A...0x0C: lineFeed()
    case 0x0D: cursor.column = 0
    default: break
    }
  }

  private mutating func lineFeed() {
    guard cursor.row == rows - 1 else {
      cursor.row += 1
      return
    }
    cells.removeFirst()
    cells.append([String](repeating: " ", count: columns))
    if isAlternate { scrolledLines += 1 }
  }

  private mutating func escape(_ final: UInt8) {
    switch final {
    case UInt8(ascii: "7"): savedCursor = cursor
    case UInt8(ascii: "8"): cursor = savedCursor
    case UInt8(ascii: "c"): self = ScreenEmulator(rows: rows, columns: columns)
    case UInt8(ascii: "E"):
      cursor.column = 0
      lineFeed()
    default: break
    }
  }

  private mutating func sequence(_ parameters: [Int], _ isPrivate: Bool, _ final: UInt8) {
    let count = max(1, parameters.first ?? 1)
    switch final {
    case UInt8(ascii: "A"): move(to: cursor.row - count, cursor.column)
    case UInt8(ascii: "B"): move(to: cursor.row + count, cursor.column)
    case UInt8(ascii: "C"): move(to: cursor.row, cursor.column + count)
    case UInt8(ascii: "D"): move(to: cursor.row, cursor.column - count)
    case UInt8(ascii: "G"): move(to: cursor.row, count - 1)
    case UInt8(ascii: "d"): move(to: count - 1, cursor.column)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      move(to: count - 1, max(1, parameters.count > 1 ? parameters[1] : 1) - 1)
    case UInt8(ascii: "J"): eraseScreen(parameters.first ?? 0)
    case UInt8(ascii: "K"): eraseLine(parameters.first ?? 0)
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      if isPrivate { parameters.forEach { mode($0, isOn: final == UInt8(ascii: "h")) } }
    default: break
    }
  }

  private mutating func eraseScreen(_ part: Int) {
    let whole =
      switch part {
      case 0: cursor.row + 1..<rows
      case 1: 0..<cursor.row
      default: 0..<rows
      }
    for row in whole { cells[row] = [String](repeating: " ", count: columns) }
    if part < 2 { eraseLine(part) }
  }

  private mutating func eraseLine(_ part: Int) {
    // A cursor behind the last cell stands on it, as far as erasing goes.
    let here = min(cursor.column, columns - 1)
    let erased =
      switch part {
      case 0: here..<columns
      case 1: 0..<here + 1
      default: 0..<columns
      }
    for column in erased { cells[cursor.row][column] = " " }
  }

  private mutating func mode(_ number: Int, isOn: Bool) {
    switch number {
    case 7: wraps = isOn
    case 25: isCursorVisible = isOn
    case 1049 where isOn != isAlternate:
      isAlternate = isOn
      if isOn {
        savedCursor = cursor
        mainCells = cells
        cells = Self.blank(rows, columns)
      } else {
        cells = mainCells
        cursor = savedCursor
      }
    default: break
    }
  }
}
