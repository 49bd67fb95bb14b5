/// How much was done on each day: a column a week, a row a weekday, darker for more.
///
/// Shades, not colours, tell how much. Of a year the newest weeks are shown that fit.
public struct HeatMap: Sendable, Hashable {
  /// One a day, the newest last, at least 0.
  public var values: [Int]
  /// The weekday of the newest day: 0 is Monday, 6 Sunday.
  public var lastWeekday: Int
  /// Names to stand above some days, such as that of a month above its first, by index.
  public var labels: [Int: String]

  private static let weekdays = ["Mon", "", "Wed", "", "Fri", "", ""]
  private static let margin = 4
  private static let shades = ["·", "░", "▒", "▓", "█"]
  private static let styles: [Style] = [
    .faint, Style(.moss), Style(.moss), Style(.good), .good,
  ]

  public init(values: [Int], lastWeekday: Int, labels: [Int: String] = [:]) {
    self.values = values
    self.lastWeekday = min(max(lastWeekday, 0), 6)
    self.labels = labels
  }

  /// Eight lines: the labels and a row for each weekday.
  /// - Parameter width: columns, at least 20.
  public func lines(width: Int) -> [StyledLine] {
    let grid = grid(width: width)
    let levels = Levels(values)
    return [header(grid)]
      + (0..<7).map { weekday in
        var line = StyledLine(HeatMap.weekdays[weekday].padded(to: HeatMap.margin), .muted)
        for week in 0..<grid.weeks {
          let index = grid.first + week * 7 + weekday
          guard index < values.count else { break }
          let level = index < 0 ? nil : levels.level(of: values[index])
          let cell = level.map { HeatMap.shades[$0] } ?? " "
          let isLast = week + 1 == grid.weeks
          line.append(
            grid.cell == 2 && !isLast ? cell + " " : cell,
            level.map { HeatMap.styles[$0] } ?? .plain)
        }
        return line
      }
  }

  /// What the shades stand for: `· 0  ░ 1-4  ▒ 5-9  ▓ 10-19  █ 20+`.
  public var legend: StyledLine {
    let levels = Levels(values)
    var line = StyledLine("· 0", .faint)
    for level in 1...4 {
      guard let range = levels.range(of: level) else { continue }
      line.append("  ")
      line.append(HeatMap.shades[level], HeatMap.styles[level])
      line.append(" \(range)", .faint)
    }
    return line
  }

  /// Where weeks stand: the index of the first shown Monday, how many weeks, columns of each.
  private func grid(width: Int) -> (first: Int, weeks: Int, cell: Int) {
    let days = values.count + 6 - lastWeekday
    let all = (days + 6) / 7
    let room = max(1, width - HeatMap.margin)
    // The gap behind the last week may be missing.
    let cell = (room + 1) / 2 >= all ? 2 : 1
    let weeks = min(all, cell == 2 ? (room + 1) / 2 : room)
    return (days - weeks * 7, weeks, cell)
  }

  private func header(_ grid: (first: Int, weeks: Int, cell: Int)) -> StyledLine {
    var text = String(repeating: " ", count: HeatMap.margin)
    let end = HeatMap.margin + grid.weeks * grid.cell
    for (index, label) in labels.sorted(by: { $0.key < $1.key }) where index >= grid.first {
      let column = HeatMap.margin + (index - grid.first) / 7 * grid.cell
      let taken = text.cellWidth
      // A name touches no other, and is whole.
      guard taken == HeatMap.margin || column > taken, column + label.cellWidth <= end else {
        continue
      }
      text += String(repeating: " ", count: column - taken) + label
    }
    return StyledLine(text, .muted)
  }
}

/// Four levels of the values over 0, parted so that each has as many.
private struct Levels {
  /// The greatest value of the levels 1 to 3.
  private let tops: [Int]
  private let greatest: Int

  init(_ values: [Int]) {
    let sorted = values.filter { $0 > 0 }.sorted()
    greatest = sorted.last ?? 0
    tops = (1...3).map { sorted.isEmpty ? $0 : sorted[(sorted.count * $0 - 1) / 4] }
  }

  func level(of value: Int) -> Int {
    value <= 0 ? 0 : 1 + (tops.firstIndex { value <= $0 } ?? 3)
  }

  /// The values of a level in words; nil if it has none.
  func range(of level: Int) -> String? {
    let from = level == 1 ? 1 : tops[level - 2] + 1
    guard level < 4 else { return greatest < from ? nil : "\(from)+" }
    let to = tops[level - 1]
    if from > min(to, greatest) { return nil }
    return from == to ? "\(from)" : "\(from)-\(to)"
  }
}
