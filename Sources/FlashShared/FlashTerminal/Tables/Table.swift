/// A column of a ``Table``.
public struct TableColumn: Sendable, Hashable {
  public var title: String
  public var alignment: TextAlignment
  /// Columns of text below which it is not shortened.
  public var minimumWidth: Int

  /// A column of text, which is shortened where the table does not fit.
  public static func text(_ title: String, minimumWidth: Int = 8) -> TableColumn {
    TableColumn(title: title, alignment: .left, minimumWidth: minimumWidth)
  }

  /// A column of numbers, right-aligned and never shortened.
  public static func number(_ title: String) -> TableColumn {
    TableColumn(title: title, alignment: .right, minimumWidth: .max)
  }
}

/// Rows under a header, in aligned columns with two spaces between them.
public struct Table: Sendable, Hashable {
  public var columns: [TableColumn]
  /// Rows of as many cells as there are columns; missing ones are empty, further ones left out.
  public private(set) var rows: [[StyledLine]] = []

  private static let gap = 2

  public init(_ columns: [TableColumn]) { self.columns = columns }

  public mutating func append(_ cells: [StyledLine]) { rows.append(cells) }

  public mutating func append(_ cells: [String]) { rows.append(cells.map { StyledLine($0) }) }

  /// The header and the rows.
  /// - Parameter width: columns of the terminal, at least 20; nil where nothing is shortened
  ///   (files, pipes).
  public func lines(width: Int?) -> [StyledLine] {
    let header = columns.map { StyledLine($0.title, .heading) }
    var widths = columns.indices.map { column in
      rows.reduce(header[column].cellWidth) { widest, row in
        max(widest, column < row.count ? row[column].cellWidth : 0)
      }
    }
    if let width { fit(&widths, into: width) }
    return ([header] + rows).map { row in
      let line = self.line(row, widths)
      return width.map { line.truncated(to: $0) } ?? line
    }
  }

  /// Takes from the widest column first, until all fit or are as narrow as they may be.
  private func fit(_ widths: inout [Int], into width: Int) {
    let available = width - Self.gap * max(0, columns.count - 1)
    var excess = widths.reduce(0, +) - available
    while excess > 0 {
      let shrinking = columns.indices.filter { widths[$0] > columns[$0].minimumWidth }
      guard let widest = shrinking.max(by: { widths[$0] < widths[$1] }) else { return }
      let others = shrinking.filter { $0 != widest }.map { widths[$0] }
      let floor = max(columns[widest].minimumWidth, others.max() ?? 0)
      let step = min(excess, max(1, widths[widest] - floor))
      widths[widest] -= step
      excess -= step
    }
  }

  private func line(_ row: [StyledLine], _ widths: [Int]) -> StyledLine {
    var line = StyledLine()
    var owed = 0
    for column in columns.indices {
      let cell = (column < row.count ? row[column] : StyledLine()).truncated(to: widths[column])
      let missing = widths[column] - cell.cellWidth
      let before = columns[column].alignment == .left ? 0 : missing
      // Spaces are written only before something, so that no line ends in them.
      if !cell.spans.isEmpty {
        line.append(String(repeating: " ", count: owed + before))
        line.append(cell)
        owed = 0
      } else {
        owed += before
      }
      owed += missing - before + Self.gap
    }
    return line
  }
}
