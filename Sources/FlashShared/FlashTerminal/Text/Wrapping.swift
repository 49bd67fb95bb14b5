extension String {
  /// The lines of printable text, none wider than `width`.
  ///
  /// Breaks at spaces, beside ideographs and kana, at zero-width spaces; a longer word breaks
  /// where it must. Indentation of a line stays, spaces at its end go, empty lines stay.
  /// - Parameter width: Columns; less than 2 counts as 2, so that a wide character fits.
  /// - Complexity: O(n).
  public func wrapped(to width: Int) -> [String] {
    let bytes = Array(utf8)
    return Wrapping.ranges(of: bytes, width: width).map { range in
      String(decoding: bytes[range], as: UTF8.self)
    }
  }
}

/// Finds the lines of wrapped text as ranges of its bytes.
struct Wrapping {
  private let bytes: [UInt8]
  private let width: Int
  private var lines: [Range<Int>] = []
  private var start = 0
  /// Columns from `start` to the cluster at hand.
  private var taken = 0
  private var hasWord = false
  /// Where the line may end, where the next would start, and the columns up to there.
  private var pause: (end: Int, next: Int, taken: Int)?

  static func ranges(of bytes: [UInt8], width: Int) -> [Range<Int>] {
    var wrapping = Wrapping(bytes: bytes, width: max(2, width))
    wrapping.run()
    return wrapping.lines
  }

  private init(bytes: [UInt8], width: Int) {
    self.bytes = bytes
    self.width = width
  }

  private mutating func run() {
    var scanner = ClusterScanner(bytes)
    var previous: Cluster?
    while let cluster = scanner.next() {
      switch cluster.first {
      case 0x0A:
        finishLine(at: cluster.range.lowerBound, next: cluster.range.upperBound, carried: 0)
        hasWord = false
        previous = nil
        continue
      case 0x20 where cluster.range.count == 1: passSpace(cluster, after: previous)
      default: take(cluster, after: previous)
      }
      previous = cluster
    }
    finishLine(at: bytes.count, next: bytes.count, carried: 0)
  }

  private mutating func passSpace(_ space: Cluster, after previous: Cluster?) {
    taken += 1
    guard hasWord else { return }
    let continues = previous?.first == 0x20 && pause?.next == space.range.lowerBound
    let end = continues ? pause?.end ?? space.range.lowerBound : space.range.lowerBound
    pause = (end, space.range.upperBound, taken)
  }

  private mutating func take(_ cluster: Cluster, after previous: Cluster?) {
    if let previous, hasWord, LineBreaks.isAllowed(between: previous, and: cluster) {
      pause = (cluster.range.lowerBound, cluster.range.lowerBound, taken)
    }
    if taken + cluster.width > width {
      if let pause {
        finishLine(at: pause.end, next: pause.next, carried: taken - pause.taken)
      }
      // What is carried over can itself be too wide only if it has no place to break.
      if taken + cluster.width > width, taken > 0 {
        finishLine(at: cluster.range.lowerBound, next: cluster.range.lowerBound, carried: 0)
      }
    }
    hasWord = true
    taken += cluster.width
  }

  private mutating func finishLine(at end: Int, next: Int, carried: Int) {
    var last = end
    while last > start, bytes[last - 1] == 0x20 { last -= 1 }
    lines.append(start..<last)
    start = next
    taken = carried
    pause = nil
  }
}

/// Where a line may break apart from spaces.
///
/// - Source: a small part of Unicode Standard Annex 14: ideographs break on both sides, but no
///   line starts with closing or ends with opening punctuation.
enum LineBreaks {
  static func isAllowed(between left: Cluster, and right: Cluster) -> Bool {
    if left.last == 0x200B { return true }
    guard isIdeographic(left) || isIdeographic(right) else { return false }
    return !opening.contains(left.last) && !closing.contains(right.first) && left.first != 0xA0
      && right.first != 0xA0
  }

  /// Wide, and of a script that does not put spaces between words.
  private static func isIdeographic(_ cluster: Cluster) -> Bool {
    cluster.width == 2 && !(0xAC00...0xD7A3).contains(cluster.first)
      && !(0x1100...0x11FF).contains(cluster.first)
  }

  private static let opening = scalars("([{“‘（［｛〈《「『【〔")
  private static let closing = scalars(
    ")]},.;:!?…”’）］｝〉》」』】〕、。，．：；！？ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々")

  private static func scalars(_ text: String) -> Set<UInt32> {
    Set(text.unicodeScalars.map(\.value))
  }
}
