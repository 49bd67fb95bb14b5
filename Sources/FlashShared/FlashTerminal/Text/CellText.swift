/// On which side text stands when it is narrower than its place.
public enum TextAlignment: Sendable, Hashable {
  case left
  case right
  case center
}

extension String {
  /// Columns the text takes in a terminal, for printable text of one line.
  /// - Complexity: O(n).
  public var cellWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    var scanner = ClusterScanner(self)
    var width = 0
    while let cluster = scanner.next() { width += cluster.width }
    return width
  }

  /// The text, or its beginning with `…` if it is wider.
  /// - Parameter width: Columns, 0 and up.
  /// - Complexity: O(n) for a copy of the bytes, O(width) for the search.
  public func truncated(to width: Int) -> String {
    if utf8.count <= width { return self }
    let bytes = Array(utf8)
    guard let end = Truncation.end(of: bytes, width: width) else { return self }
    return width <= 0 ? "" : String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  /// The text with spaces around it until it is `width` columns wide; wider text stays.
  public func padded(to width: Int, _ alignment: TextAlignment = .left) -> String {
    let missing = width - cellWidth
    guard missing > 0 else { return self }
    let before =
      switch alignment {
      case .left: 0
      case .right: missing
      case .center: missing / 2
      }
    return String(repeating: " ", count: before) + self
      + String(repeating: " ", count: missing - before)
  }
}

/// Finds where text is cut so that it fits with an ellipsis.
enum Truncation {
  /// The byte at which to cut, nil if the text fits.
  static func end(of bytes: [UInt8], width: Int) -> Int? {
    var scanner = ClusterScanner(bytes)
    var taken = 0
    var end = 0
    while let cluster = scanner.next() {
      taken += cluster.width
      if taken > width { return end }
      if taken <= width - 1 { end = cluster.range.upperBound }
    }
    return nil
  }
}
