/// The colours of the product, by what they are for.
public enum PaletteColor: String, Sendable, Hashable, CaseIterable {
  case inkMuted, inkFaint, grid
  case again, hard, good, easy
  case amber, moss, iris, rust, slate

  /// The accent of a deck; a name that is not one of ours is amber, the default.
  public init(accent name: String) {
    self = [.amber, .moss, .iris, .rust, .slate].first { $0.rawValue == name } ?? .amber
  }

  /// The colour on a dark or light background, as 0xRRGGBB.
  func rgb(onDark: Bool) -> UInt32 {
    switch self {
    case .inkMuted: onDark ? 0xB7B0A2 : 0x5A564E
    case .inkFaint: onDark ? 0x6A655C : 0x9A958A
    case .grid: onDark ? 0x262521 : 0xE2DBCB
    case .again: onDark ? 0xE15F48 : 0xC9422E
    case .hard: onDark ? 0xE69A3C : 0xC78422
    case .good: onDark ? 0x4FA46F : 0x2E7D4F
    case .easy: onDark ? 0x4D8FC8 : 0x1F5A8A
    case .amber: onDark ? 0xE6AE52 : 0xD69A3C
    case .moss: onDark ? 0x6F8D5F : 0x4A6B3A
    case .iris: onDark ? 0x8484D5 : 0x5A5AAB
    case .rust: onDark ? 0xC96A47 : 0xA84B2A
    case .slate: onDark ? 0x67798B : 0x3F4F5E
    }
  }

  /// The nearest in kind of the sixteen colours, 0-15; nil leaves the terminal's own ink.
  var ansi: UInt8? {
    switch self {
    case .inkMuted, .slate: nil
    case .inkFaint, .grid: 8
    case .again, .rust: 1
    case .hard, .amber: 3
    case .good, .moss: 2
    case .easy: 4
    case .iris: 5
    }
  }
}

/// The 256 colours that most terminals share.
enum IndexedColors {
  private static let steps: [Int] = [0, 95, 135, 175, 215, 255]

  /// The index nearest to a colour, from the cube and the greys (16-255): the first sixteen are
  /// whatever the terminal's owner made them.
  static func nearest(to rgb: UInt32) -> UInt8 {
    let wanted = channels(rgb)
    let cube = wanted.map { value in
      steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
    }
    let grey = min(23, max(0, (wanted.reduce(0, +) / 3 - 3) / 10))
    let greyDistance = distance(wanted, [Int](repeating: 8 + 10 * grey, count: 3))
    if greyDistance < distance(wanted, cube.map { steps[$0] }) { return UInt8(232 + grey) }
    return UInt8(16 + 36 * cube[0] + 6 * cube[1] + cube[2])
  }

  static func channels(_ rgb: UInt32) -> [Int] {
    [Int(rgb >> 16 & 0xFF), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF)]
  }

  private static func distance(_ left: [Int], _ right: [Int]) -> Int {
    zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
