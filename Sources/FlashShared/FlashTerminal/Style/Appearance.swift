/// What the palette is tuned to.
public enum Theme: String, Sendable, Hashable, CaseIterable {
  case dark, light
  /// The terminal's bright colours, and its own ink for everything secondary.
  case highContrast = "high-contrast"

  /// The theme for the background named by `COLORFGBG` (`15;0`), dark where that says nothing.
  public init(colorFgBg: String?) {
    let background = colorFgBg?.split(separator: ";").last.flatMap { Int($0) }
    self = background == 7 || (9...15).contains(background ?? 0) ? .light : .dark
  }
}

/// How one stream shows styled text: colours, theme and charset.
public struct Appearance: Sendable, Hashable {
  public var depth: ColorDepth
  public var theme: Theme
  public var charset: Charset

  public init(depth: ColorDepth, theme: Theme = .dark, charset: Charset = .utf8) {
    self.depth = depth
    self.theme = theme
    self.charset = charset
  }

  /// UTF-8 without any escape, for files and pipes.
  public static let plain = Appearance(depth: .none)

  /// The bytes of a line, without a newline. Every style ends where its span ends.
  public func bytes(of line: StyledLine) -> [UInt8] {
    var output: [UInt8] = []
    append(line, to: &output)
    return output
  }

  /// The text of lines, each ended by a newline.
  public func text(of lines: [StyledLine]) -> String {
    var output: [UInt8] = []
    for line in lines {
      append(line, to: &output)
      output.append(0x0A)
    }
    return String(decoding: output, as: UTF8.self)
  }

  func append(_ line: StyledLine, to output: inout [UInt8]) {
    for span in line.spans where !span.text.isEmpty {
      let codes = codes(of: span.style)
      if !codes.isEmpty { output.append(contentsOf: "\u{1B}[\(codes)m".utf8) }
      charset.append(span.text, to: &output)
      if !codes.isEmpty { output.append(contentsOf: "\u{1B}[0m".utf8) }
    }
  }

  /// The parameters of "select graphic rendition" for a style, empty for none.
  private func codes(of style: Style) -> String {
    guard depth != .none else { return "" }
    var codes: [String] = []
    if style.isBold { codes.append("1") }
    if style.isItalic { codes.append("3") }
    if style.isUnderlined { codes.append("4") }
    if style.isReversed { codes.append("7") }
    if let color = style.color.flatMap(code) { codes.append(color) }
    return codes.joined(separator: ";")
  }

  private func code(of color: PaletteColor) -> String? {
    if theme == .highContrast {
      return color.ansi.flatMap { $0 == 8 ? nil : "\(90 + $0)" }
    }
    let rgb = color.rgb(onDark: theme == .dark)
    switch depth {
    case .none: return nil
    case .sixteen: return color.ansi.map { $0 < 8 ? "\(30 + $0)" : "\(82 + $0)" }
    case .indexed: return "38;5;\(IndexedColors.nearest(to: rgb))"
    case .trueColor:
      let channels = IndexedColors.channels(rgb)
      return "38;2;\(channels[0]);\(channels[1]);\(channels[2])"
    }
  }
}
