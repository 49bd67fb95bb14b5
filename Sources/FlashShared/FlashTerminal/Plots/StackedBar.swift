/// The parts of a whole behind one another, each with a shade of its own.
public enum StackedBar {
  /// The shades of the parts; a fifth has that of the first.
  public static let shades: [Character] = ["█", "▓", "▒", "░"]

  /// A line of exactly `width` columns; empty if all parts are 0.
  ///
  /// Columns are dealt out by the largest remainder, so that parts of the same size look the same
  /// as far as can be.
  /// - Parameters:
  ///   - parts: at least 0 each.
  ///   - width: columns, 0 and up.
  public static func line(_ parts: [(count: Int, style: Style)], width: Int) -> StyledLine {
    let total = parts.reduce(0) { $0 + max(0, $1.count) }
    guard total > 0, width > 0 else { return StyledLine() }
    let exact = parts.map { Double(max(0, $0.count)) / Double(total) * Double(width) }
    var columns = exact.map { Int($0) }
    let order = exact.indices.sorted {
      (exact[$1] - Double(columns[$1]), $0) < (exact[$0] - Double(columns[$0]), $1)
    }
    for index in order.prefix(max(0, width - columns.reduce(0, +))) { columns[index] += 1 }
    var line = StyledLine()
    for (index, part) in parts.enumerated() {
      line.append(
        String(repeating: shades[index % shades.count], count: columns[index]), part.style)
    }
    return line
  }
}
