public import FlashCommand
public import FlashTerminal

/// A column of a list for people.
public struct ListColumn: Sendable, Hashable {
  let column: TableColumn
  let style: Style

  /// A column of text, which is shortened where a terminal is too narrow.
  public static func text(
    _ title: String, minimumWidth: Int = 8, _ style: Style = .plain
  ) -> ListColumn {
    ListColumn(column: .text(title, minimumWidth: minimumWidth), style: style)
  }

  /// A column of numbers, right-aligned.
  public static func number(_ title: String) -> ListColumn {
    ListColumn(column: .number(title), style: .plain)
  }

  /// A column that is never shortened, for what is to be copied.
  public static func whole(_ title: String, _ style: Style = .plain) -> ListColumn {
    ListColumn(column: .text(title, minimumWidth: .max), style: style)
  }
}

/// Writes a list for people: on a terminal a table with a header, through the pager where it is
/// long; elsewhere one line a row with tabs between the cells, as it comes, for `cut` and `fzf`.
///
/// Whatever a cell holds, it stays within its line and can't drive a terminal.
public struct ListWriter {
  private let columns: [ListColumn]
  private let isTable: Bool
  private let output: OutputStream
  private var table: Table
  private var isEmpty = true

  init(_ columns: [ListColumn], isTable: Bool, output: OutputStream) {
    self.columns = columns
    self.isTable = isTable
    self.output = output
    table = Table(columns.map(\.column))
  }

  /// Adds a row.
  public mutating func append(_ cells: [String]) {
    isEmpty = false
    if isTable {
      table.append(zip(cells, columns).map { StyledLine($0, $1.style) })
      return
    }
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.write("\t") }
      output.write(cell.printable(.line))
    }
    output.line()
  }

  /// Writes what is left.
  /// - Parameter nothing: what a person is told if there was no row.
  public func finish(in context: CommandContext, orSay nothing: String) {
    if isEmpty {
      guard isTable, !context.common.isQuiet else { return }
      context.errors.line(nothing.printable(.line))
    } else if isTable {
      context.page(table.lines(width: max(20, context.terminal.size.columns)))
    }
  }
}

extension CommandContext {
  /// A list for people with these columns.
  public func list(_ columns: [ListColumn]) -> ListWriter {
    ListWriter(columns, isTable: terminal.outputIsTerminal, output: output)
  }
}
