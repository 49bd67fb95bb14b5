/// A piece of text in one style.
public struct StyledSpan: Sendable, Hashable {
  /// Printable text of one line.
  public let text: String
  public let style: Style
  /// Columns that the text takes.
  public let cellWidth: Int

  /// Makes `text` printable, so that no styled text can carry a control to the terminal.
  public init(_ text: String, _ style: Style = .plain) {
    self.init(printable: text.printable(.line), style)
  }

  fileprivate init(printable text: String, _ style: Style) {
    self.text = text
    self.style = style
    cellWidth = text.cellWidth
  }
}

/// One line of styled text.
public struct StyledLine: Sendable, Hashable {
  public private(set) var spans: [StyledSpan]

  public init(_ spans: [StyledSpan]) { self.spans = spans }

  public init(_ text: String = "", _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [StyledSpan(text, style)]
  }

  /// A horizontal rule.
  public static func rule(width: Int) -> StyledLine {
    StyledLine(String(repeating: "─", count: max(0, width)), .faint)
  }

  /// The lines of a text with line breaks, wrapped to `width` columns.
  public static func lines(of text: String, _ style: Style = .plain, width: Int) -> [StyledLine] {
    text.printable(.block).wrapped(to: width).map { StyledLine($0, style) }
  }

  /// The text without its styles.
  public var text: String { spans.map(\.text).joined() }

  public var cellWidth: Int { spans.reduce(0) { $0 + $1.cellWidth } }

  public mutating func append(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { spans.append(StyledSpan(text, style)) }
  }

  public mutating func append(_ other: StyledLine) { spans += other.spans }

  public static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(left.spans + right.spans)
  }
}

extension StyledLine {
  /// The lines that fit into `width` columns, each span keeping its style.
  public func wrapped(to width: Int) -> [StyledLine] {
    let bytes = Array(text.utf8)
    return Wrapping.ranges(of: bytes, width: width).map { slice(bytes, $0) }
  }

  /// The line, or its beginning with `…` if it is wider than `width` columns.
  public func truncated(to width: Int) -> StyledLine {
    if cellWidth <= width { return self }
    let bytes = Array(text.utf8)
    guard let end = Truncation.end(of: bytes, width: width) else { return self }
    var line = slice(bytes, 0..<end)
    let style = line.spans.last?.style ?? spans.first?.style ?? .plain
    if width > 0 { line.append("…", style) }
    return line
  }

  /// The line with plain spaces around it until it is `width` columns wide.
  public func padded(to width: Int, _ alignment: TextAlignment = .left) -> StyledLine {
    let missing = max(0, width - cellWidth)
    let before =
      switch alignment {
      case .left: 0
      case .right: missing
      case .center: missing / 2
      }
    return StyledLine(String(repeating: " ", count: before)) + self
      + StyledLine(String(repeating: " ", count: missing - before))
  }

  /// The line without the spaces that it ends in.
  public var trimmed: StyledLine {
    var spans = spans
    while let last = spans.last {
      let kept = last.text.reversed().drop { $0 == " " }.reversed()
      if kept.count == last.text.count { break }
      spans.removeLast()
      if !kept.isEmpty { spans.append(StyledSpan(printable: String(kept), last.style)) }
    }
    return StyledLine(spans)
  }

  /// The line in ASCII, as a terminal of another charset shows it.
  public var inASCII: StyledLine {
    StyledLine(
      spans.map { span in
        var bytes: [UInt8] = []
        Charset.ascii.append(span.text, to: &bytes)
        return StyledSpan(printable: String(decoding: bytes, as: UTF8.self), span.style)
      })
  }

  /// The part of the line within `range` of its bytes, which must fall between clusters.
  private func slice(_ bytes: [UInt8], _ range: Range<Int>) -> StyledLine {
    var parts: [StyledSpan] = []
    var start = 0
    for span in spans where start < range.upperBound {
      let whole = start..<start + span.text.utf8.count
      start = whole.upperBound
      let part = whole.clamped(to: range)
      guard !part.isEmpty else { continue }
      parts.append(
        StyledSpan(printable: String(decoding: bytes[part], as: UTF8.self), span.style))
    }
    return StyledLine(parts)
  }
}
