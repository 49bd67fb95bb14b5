/// Columns beside one another over a common axis, and a line of dots over them if wanted.
public struct ColumnChart: Sendable, Hashable {
  public struct Column: Sendable, Hashable {
    /// Shown below, where there is room; may be empty.
    public var label: String
    /// Shown below the label; may be empty.
    public var note: String
    /// At least 0.
    public var value: Double
    public var style: Style

    public init(
      _ label: String, _ value: Double, _ style: Style = .plain, note: String = ""
    ) {
      self.label = label
      self.note = note
      self.value = value
      self.style = style
    }
  }

  public var columns: [Column]
  /// A value for each column, drawn as a dot against an axis of its own on the right; or none.
  public var dots: [Double]
  /// Rows of the plot, at least 2; the labels come below.
  public var height: Int

  public init(_ columns: [Column], dots: [Double] = [], height: Int = 6) {
    self.columns = columns
    self.dots = dots.count == columns.count ? dots : []
    self.height = max(2, height)
  }

  /// How many columns are added up to one, so that all fit.
  public func merged(width: Int) -> Int {
    var (chart, merged) = (self, 1)
    while Frame(chart, width: width).slot == 0 {
      chart = chart.halved
      merged *= 2
    }
    return merged
  }

  /// The rows from the top, then the axis, then the labels. Where there are more columns than fit,
  /// neighbours are added up.
  /// - Parameter width: columns of the window, at least 20.
  public func lines(width: Int) -> [StyledLine] {
    guard !columns.isEmpty else { return [] }
    var chart = self
    while true {
      let frame = Frame(chart, width: width)
      if frame.slot > 0 { return chart.lines(frame) }
      chart = chart.halved
    }
  }

  /// The chart with every two columns added up: the dots, which are sums already, keep the later.
  private var halved: ColumnChart {
    let pairs = stride(from: 0, to: columns.count, by: 2).map { index in
      var column = columns[index]
      guard index + 1 < columns.count else { return column }
      column.value += columns[index + 1].value
      if column.label.isEmpty { column.label = columns[index + 1].label }
      return column
    }
    let later = stride(from: 0, to: dots.count, by: 2).map { dots[min($0 + 1, dots.count - 1)] }
    return ColumnChart(pairs, dots: later, height: height)
  }

  private func lines(_ frame: Frame) -> [StyledLine] {
    let rows = (0..<height).reversed().map { row in
      var line = StyledLine(frame.leftLabel(row, of: height), .muted)
      for index in columns.indices { append(index, at: row, frame, to: &line) }
      if !dots.isEmpty { line.append(frame.rightLabel(row, of: height), .muted) }
      return line
    }
    var axis = StyledLine(String(repeating: " ", count: frame.left - 1), .muted)
    axis.append("└" + String(repeating: "─", count: columns.count * frame.slot), .muted)
    let notes = columns.allSatisfy(\.note.isEmpty) ? [] : [below(frame, \.note, .faint)]
    return rows + [axis, below(frame, \.label, .muted)] + notes
  }

  /// One column's cells in one row.
  private func append(_ index: Int, at row: Int, _ frame: Frame, to line: inout StyledLine) {
    let column = columns[index]
    let filled = frame.top > 0 ? column.value / frame.top * Double(height) - Double(row) : 0
    var block = Bars.block(height: filled)
    // What is there must be seen.
    if row == 0, column.value > 0, block == " " { block = Bars.block(height: 0.125) }
    let body = String(repeating: block, count: frame.bar)
    let isDotted =
      !dots.isEmpty && frame.dotTop > 0
      && min(height - 1, Int(dots[index] / frame.dotTop * Double(height))) == row
    if frame.slot > frame.bar {
      line.append(body, column.style)
      let gap = String(repeating: " ", count: frame.slot - frame.bar - 1)
      line.append(isDotted ? "•" : " ", Style(.amber))
      line.append(gap)
    } else {
      // Without a gap beside it the column goes first.
      let isDot = isDotted && block == " "
      line.append(isDot ? "•" : body, isDot ? Style(.amber) : column.style)
    }
  }

  /// Texts below the columns, those that touch no other.
  private func below(
    _ frame: Frame, _ text: KeyPath<Column, String>, _ style: Style
  ) -> StyledLine {
    var line = String(repeating: " ", count: frame.left)
    let end = frame.left + columns.count * frame.slot
    for (index, column) in columns.enumerated() where !column[keyPath: text].isEmpty {
      let start = frame.left + index * frame.slot
      let taken = line.cellWidth
      guard start == frame.left || start > taken,
        start + column[keyPath: text].cellWidth <= end
      else { continue }
      line += String(repeating: " ", count: start - taken) + column[keyPath: text]
    }
    return StyledLine(line, style)
  }
}

/// How a chart is fitted into a width.
private struct Frame {
  /// Columns before the plot, the axis included.
  let left: Int
  /// Columns for each column of the chart, 0 if they do not fit; and those that are drawn.
  let slot: Int
  let bar: Int
  /// The values at the top of the axes.
  let top: Double
  let dotTop: Double

  /// Columns of the window that one column takes at most.
  private static let widest = 6

  init(_ chart: ColumnChart, width: Int) {
    top = Axis.top(over: chart.columns.map(\.value).max() ?? 0)
    dotTop = Axis.top(over: chart.dots.max() ?? 0)
    left = Axis.text(top).utf8.count + 2
    let right = chart.dots.isEmpty ? 0 : Axis.text(dotTop).utf8.count + 2
    let room = max(0, width - left - right)
    // One column always fits, however narrow the window.
    slot =
      chart.columns.count < 2
      ? max(1, min(Frame.widest, room)) : min(Frame.widest, room / chart.columns.count)
    bar = slot > 1 ? slot - 1 : slot
  }

  func leftLabel(_ row: Int, of height: Int) -> String {
    let text = label(row, of: height, top)
    return text.padded(to: left - 2, .right) + (text.isEmpty ? " │" : " ┤")
  }

  func rightLabel(_ row: Int, of height: Int) -> String {
    let text = label(row, of: height, dotTop)
    return text.isEmpty ? "│" : "├ " + text
  }

  /// What stands at a row's upper end: the top, and the middle where rows have one.
  private func label(_ row: Int, of height: Int, _ top: Double) -> String {
    if row == height - 1 { return Axis.text(top) }
    return height % 2 == 0 && row == height / 2 - 1 ? Axis.text(top / 2) : ""
  }
}

/// Round numbers for an axis.
private enum Axis {
  /// An even number of at most two digits and zeros, not below `value`.
  static func top(over value: Double) -> Double {
    guard value > 0, value < 1e15 else { return value > 0 ? value : 2 }
    var step = 2.0
    while value / step > 50 { step *= 10 }
    return (value / step).rounded(.up) * step
  }

  static func text(_ value: Double) -> String { "\(Int(min(value, 1e18)))" }
}
