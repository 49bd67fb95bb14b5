/// Where text is going to stand, which decides what becomes of its line breaks.
public enum TextLayout: Sendable, Hashable {
  /// One line: line breaks and tabs become a space.
  case line
  /// Several lines: newlines stay, tabs become four spaces.
  case block
}

extension String {
  /// The text with everything made visible that could drive a terminal or deceive a reader.
  ///
  /// Controls become control pictures (`␛`), other invisible characters their number
  /// (`\u{202E}`). Joiners and selectors stay where writing systems and emoji need them; soft
  /// hyphens go. A cluster keeps at most 16 marks. Printable text comes back as it is, so making
  /// text printable twice changes nothing.
  /// - Complexity: O(n); one pass over the bytes and no copy if they are plain ASCII.
  public func printable(_ layout: TextLayout) -> String {
    let isPlain = utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) || (byte == 0x0A && layout == .block)
    }
    guard !isPlain else { return self }
    var writer = PrintableWriter(layout: layout, capacity: utf8.count)
    writer.write(Array(utf8))
    return String(decoding: writer.output, as: UTF8.self)
  }
}

/// Copies text and escapes what may not reach a terminal.
private struct PrintableWriter {
  let layout: TextLayout
  var output: [UInt8] = []
  /// The scalar written last, 0 at the start and after an escape.
  private var previous: UInt32 = 0
  /// Marks written since the last scalar with a width.
  private var marks = 0

  static let mostMarks = 16

  init(layout: TextLayout, capacity: Int) {
    self.layout = layout
    output.reserveCapacity(capacity)
  }

  mutating func write(_ bytes: [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let (scalar, length) = UTF8Scalars.scalar(in: bytes, at: offset)
      let following = offset + length < bytes.count ? bytes[offset + length] : 0
      if scalar < 0x20 || scalar == 0x7F {
        writeControl(scalar, following: following)
      } else if scalar < 0x80 {
        output.append(UInt8(scalar))
        previous = scalar
        marks = 0
      } else {
        writeWide(scalar, bytes[offset..<offset + length])
      }
      offset += length
    }
  }

  private mutating func writeControl(_ scalar: UInt32, following: UInt8) {
    previous = 0
    marks = 0
    switch (scalar, layout) {
    case (0x0A, .block): output.append(0x0A)
    case (0x0A, .line), (0x09, .line): output.append(0x20)
    case (0x09, .block): output.append(contentsOf: [0x20, 0x20, 0x20, 0x20])
    case (0x0D, _) where following == 0x0A: break
    case (0x7F, _): output.append(contentsOf: "\u{2421}".utf8)
    default: output.append(contentsOf: [0xE2, 0x90, 0x80 + UInt8(scalar)])
    }
  }

  private mutating func writeWide(_ scalar: UInt32, _ bytes: ArraySlice<UInt8>) {
    if scalar == 0xAD { return }
    let isMark = scalar >= 0x300 && ScalarWidth(of: scalar) == .zero
    guard !(isMark && marks >= Self.mostMarks), isShown(scalar) else {
      output.append(contentsOf: "\\u{\(String(scalar, radix: 16, uppercase: true))}".utf8)
      previous = 0
      marks = 0
      return
    }
    marks = isMark ? marks + 1 : 0
    output.append(contentsOf: bytes)
    previous = scalar
  }

  /// Whether a scalar beyond ASCII may stand after `previous`.
  private func isShown(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80..<0xA0: false
    case 0x61C, 0x180E, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: false
    case 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0xFDD0...0xFDEF: false
    case 0x200B...0x200D: previous >= 0xA0 && !(0x200B...0x200D).contains(previous)
    case 0xFE00...0xFE0F: previous >= 0xA0 || ScalarWidth.isEmoji(previous)
    case 0xE0000...0xE007F: previous == 0x1F3F4 || (0xE0000...0xE007F).contains(previous)
    case 0xE0080...0xE0FFF: (0xE0100...0xE01EF).contains(scalar) && previous >= 0xA0
    default: scalar & 0xFFFE != 0xFFFE
    }
  }
}
