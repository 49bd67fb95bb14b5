/// A number drawn as a length or a height.
public enum Bars {
  private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A horizontal bar, precise to an eighth of a column and exactly `width` columns at `maximum`.
  /// - Parameters:
  ///   - value: below 0 counts as 0, above `maximum` as `maximum`.
  ///   - width: columns, 0 and up.
  /// - Returns: the bar without spaces behind it; a value over 0 shows at least an eighth.
  public static func bar(_ value: Double, of maximum: Double, width: Int) -> String {
    guard maximum > 0, value > 0, width > 0 else { return "" }
    let parts = max(1, Int((min(1, value / maximum) * Double(width * 8)).rounded()))
    let full = String(repeating: "█", count: parts / 8)
    return parts % 8 == 0 ? full : full + String(eighths[parts % 8])
  }

  /// The part of a column that stands in one cell.
  /// - Parameter height: of the cell, 0 and less is empty, 1 and more full.
  static func block(height: Double) -> Character {
    let level = Int((height * 8).rounded())
    return level <= 0 ? " " : heights[min(8, level) - 1]
  }

  /// A line of small columns, one for each value, or the largest of each group where there are
  /// more values than columns.
  /// - Parameter width: columns, at least 1.
  /// - Returns: a space for 0, `▁` to `█` for the rest.
  public static func sparkline(_ values: [Int], width: Int) -> String {
    let columns = grouped(values, into: max(1, width))
    guard let highest = columns.max(), highest > 0 else {
      return String(repeating: " ", count: columns.count)
    }
    return String(
      columns.map { value in
        guard value > 0 else { return " " }
        let level = Int((Double(value) / Double(highest) * 8).rounded(.up))
        return heights[min(8, max(1, level)) - 1]
      })
  }

  private static func grouped(_ values: [Int], into count: Int) -> [Int] {
    guard values.count > count else { return values }
    return (0..<count).map { group in
      let start = group * values.count / count
      let end = (group + 1) * values.count / count
      return values[start..<end].max() ?? 0
    }
  }
}

/// Labelled bars under one another, as for a forecast of the days to come.
public struct BarChart: Sendable, Hashable {
  public struct Row: Sendable, Hashable {
    public var label: String
    public var value: Int
    public var style: Style

    public init(_ label: String, _ value: Int, _ style: Style = .plain) {
      self.label = label
      self.value = value
      self.style = style
    }
  }

  public var rows: [Row]

  public init(_ rows: [Row]) { self.rows = rows }

  /// A line a row: label, value, bar. The value stands beside the bar, so colour and length are
  /// never the only sign.
  /// - Parameter width: columns of the terminal, at least 20.
  public func lines(width: Int) -> [StyledLine] {
    let labelWidth = min(width / 2, rows.map(\.label.cellWidth).max() ?? 0)
    let valueWidth = rows.map { "\($0.value)".utf8.count }.max() ?? 0
    let barWidth = max(0, width - labelWidth - valueWidth - 2)
    let highest = Double(rows.map(\.value).max() ?? 0)
    return rows.map { row in
      var line = StyledLine(row.label.truncated(to: labelWidth).padded(to: labelWidth) + " ")
      line.append("\(row.value)".padded(to: valueWidth, .right))
      let bar = Bars.bar(Double(row.value), of: highest, width: barWidth)
      if !bar.isEmpty { line.append(" \(bar)", row.style) }
      return line.truncated(to: width)
    }
  }
}
