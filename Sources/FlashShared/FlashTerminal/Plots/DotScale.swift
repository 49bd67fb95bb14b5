/// A line from one number to another with a dot at a value, and a mark to compare it with.
public struct DotScale: Sendable, Hashable {
  public var range: ClosedRange<Double>
  /// What values are compared with; nil draws no mark.
  public var mark: Double?

  public init(_ range: ClosedRange<Double>, mark: Double? = nil) {
    self.range = range
    self.mark = mark
  }

  /// The line; a dot on the mark covers it.
  /// - Parameters:
  ///   - value: nil draws no dot; one outside the range stands at its end.
  ///   - width: columns, at least 2.
  public func line(_ value: Double?, _ style: Style, width: Int) -> StyledLine {
    let dot = value.map { column(of: $0, width) }
    let mark = mark.map { column(of: $0, width) }
    var line = StyledLine()
    var track = ""
    for column in 0..<width {
      if column != dot && column != mark {
        track += "─"
        continue
      }
      line.append(track, .faint)
      track = ""
      if column == dot { line.append("●", style) } else { line.append("┃", .muted) }
    }
    line.append(track, .faint)
    return line
  }

  private func column(of value: Double, _ width: Int) -> Int {
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return 0 }
    let part = (min(max(value, range.lowerBound), range.upperBound) - range.lowerBound) / length
    return Int((part * Double(width - 1)).rounded())
  }
}
