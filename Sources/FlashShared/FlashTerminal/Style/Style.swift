/// How a piece of text looks. Meaning never rests on it alone: words or signs stand beside it.
public struct Style: Sendable, Hashable {
  /// Nil is the terminal's own ink.
  public var color: PaletteColor?
  public var isBold: Bool
  public var isItalic: Bool
  public var isUnderlined: Bool
  public var isReversed: Bool

  public init(
    _ color: PaletteColor? = nil, bold: Bool = false, italic: Bool = false,
    underlined: Bool = false, reversed: Bool = false
  ) {
    self.color = color
    isBold = bold
    isItalic = italic
    isUnderlined = underlined
    isReversed = reversed
  }

  public static let plain = Style()
  public static let heading = Style(bold: true)
  public static let strong = Style(bold: true)
  public static let emphasis = Style(italic: true)
  public static let link = Style(.easy, underlined: true)
  public static let code = Style(.iris)
  /// Secondary text.
  public static let muted = Style(.inkMuted)
  /// Helper text and rules.
  public static let faint = Style(.inkFaint)
  public static let selected = Style(reversed: true)
  public static let error = Style(.again, bold: true)
  public static let warning = Style(.hard, bold: true)
  public static let success = Style(.good)

  public static let again = Style(.again, bold: true)
  public static let hard = Style(.hard, bold: true)
  public static let good = Style(.good, bold: true)
  public static let easy = Style(.easy, bold: true)
}
