public import FlashTerminal

/// Names and values in two columns, values wrapped within theirs.
public enum FactLines {
  /// - Parameter width: columns, at least 20.
  public static func lines(_ facts: [(String, String)], width: Int) -> [StyledLine] {
    let names = facts.map(\.0.cellWidth).max() ?? 0
    let indent = names + 4
    return facts.flatMap { name, value in
      let values = StyledLine.lines(of: value, width: max(12, width - indent))
      return values.enumerated().map { index, line in
        let label = index == 0 ? name.padded(to: names) : String(repeating: " ", count: names)
        return StyledLine("  \(label)  ", .muted) + line
      }
    }
  }
}
