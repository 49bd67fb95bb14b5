/// How many columns one Unicode scalar takes, as far as it alone decides.
enum ScalarWidth: UInt8 {
  /// Joins the cell before it: combining marks, joiners, variation selectors.
  case zero = 0
  /// Belongs to the cluster before it and takes a column of its own.
  case spacing = 1
  /// Two columns: East Asian wide and fullwidth, emoji.
  case wide = 2
  case narrow = 3

  /// The class of a scalar value; controls count as narrow, since they are escaped before.
  /// - Complexity: O(log n) in the table's 600 ranges; O(1) for Latin, Han, kana and Hangul.
  /// - Source: Unicode Standard Annex 11 (East Asian Width) and general categories.
  init(of scalar: UInt32) {
    if scalar < 0x300 {
      self = scalar == 0xAD ? .zero : .narrow
      return
    }
    if (0x4E00...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar)
      || (0x3041...0x3096).contains(scalar) || (0x309B...0x30FF).contains(scalar)
    {
      self = .wide
      return
    }
    self = Self.searched(scalar)
  }

  private static func searched(_ scalar: UInt32) -> ScalarWidth {
    let ranges = CellWidthTable.ranges
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if UInt32(truncatingIfNeeded: ranges[middle] >> 32) <= scalar {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return .narrow }
    let found = ranges[low - 1]
    guard scalar <= UInt32(truncatingIfNeeded: found >> 8) & 0xFF_FFFF else { return .narrow }
    return ScalarWidth(rawValue: UInt8(truncatingIfNeeded: found)) ?? .narrow
  }
}

extension ScalarWidth {
  /// Whether the scalar can take part in an emoji sequence.
  static func isEmoji(_ scalar: UInt32) -> Bool {
    guard scalar >= 0xA9 || (0x23...0x39).contains(scalar) else { return false }
    return Unicode.Scalar(scalar)?.properties.isEmoji ?? false
  }

  static func isRegionalIndicator(_ scalar: UInt32) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar)
  }

  static func isSkinTone(_ scalar: UInt32) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar)
  }
}
