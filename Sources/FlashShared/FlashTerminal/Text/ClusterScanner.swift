/// Scalars that a terminal shows in one place, and the columns they take.
struct Cluster {
  /// The bytes of the cluster.
  var range: Range<Int>
  /// Columns, 0 to 2; 1 for a newline, which the caller takes out first.
  var width: Int
  /// The first scalar, which decides how lines break beside it.
  var first: UInt32
  /// The last scalar.
  var last: UInt32
}

/// Steps through UTF-8 text cluster by cluster.
///
/// Nearly the extended grapheme clusters of Unicode, and the same where terminals agree: marks,
/// variation selectors, skin tones, joined emoji, flags, Hangul. It never looks further back than
/// one cluster, so it is linear in any text.
/// - Source: Unicode Standard Annex 29 and Unicode Technical Standard 51.
struct ClusterScanner {
  /// Bytes after which a cluster ends, whatever joins it: emoji can be chained without end.
  private static let longest = 256

  let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// The next cluster, nil at the end.
  mutating func next() -> Cluster? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let first = bytes[start]
    if first < 0x80, start + 1 == bytes.count || bytes[start + 1] < 0x80 {
      offset = start + 1
      return Cluster(
        range: start..<offset, width: 1, first: UInt32(first), last: UInt32(first))
    }
    return joined(from: start)
  }

  private mutating func joined(from start: Int) -> Cluster {
    let (first, length) = UTF8Scalars.scalar(in: bytes, at: start)
    var cluster = Cluster(
      range: start..<start + length, width: Self.width(alone: first), first: first, last: first)
    while cluster.first != 0x0A, let next = extended(cluster) { cluster = next }
    offset = cluster.range.upperBound
    return cluster
  }

  /// The cluster with the scalar after it, nil if that starts another.
  private func extended(_ cluster: Cluster) -> Cluster? {
    let end = cluster.range.upperBound
    guard end < bytes.count, Self.canJoin(bytes[end]), cluster.range.count < Self.longest else {
      return nil
    }
    let (scalar, length) = UTF8Scalars.scalar(in: bytes, at: end)
    var result = cluster
    result.range = cluster.range.lowerBound..<end + length
    result.last = scalar
    switch ScalarWidth(of: scalar) {
    case .zero:
      if scalar == 0xFE0F, ScalarWidth.isEmoji(cluster.first) { result.width = 2 }
      return result
    case .spacing:
      // In two columns there is always room for a cluster, however many marks follow.
      guard result.width < 2 else { return nil }
      result.width += 1
      return result
    case .wide, .narrow:
      return joins(scalar, cluster) ? result.widened() : nil
    }
  }

  /// Whether a scalar that begins with this byte can join the cluster before it: not ASCII, not
  /// below U+0300, and nothing of U+4000 to U+9FFF and U+B000 to U+CFFF (Han, Hangul).
  private static func canJoin(_ lead: UInt8) -> Bool {
    lead >= 0xCC && !(0xE4...0xE9).contains(lead) && !(0xEB...0xEC).contains(lead)
  }

  /// Whether a scalar with a width of its own is drawn as part of the cluster before it.
  private func joins(_ scalar: UInt32, _ cluster: Cluster) -> Bool {
    if cluster.last == 0x200D {
      return ScalarWidth.isEmoji(cluster.first) && ScalarWidth.isEmoji(scalar)
    }
    if ScalarWidth.isSkinTone(scalar) { return ScalarWidth.isEmoji(cluster.first) }
    return ScalarWidth.isRegionalIndicator(scalar)
      && ScalarWidth.isRegionalIndicator(cluster.first)
      && cluster.range.count == 4
  }

  private static func width(alone scalar: UInt32) -> Int {
    switch ScalarWidth(of: scalar) {
    case .zero: 0
    case .spacing, .narrow: 1
    case .wide: 2
    }
  }
}

extension Cluster {
  fileprivate func widened() -> Cluster {
    var result = self
    result.width = 2
    return result
  }
}
