/// Readings in Anki's notation: a blank, the base, and the reading in brackets, such as ` 漢字[かんじ]`.
enum AnkiRuby {
  /// The text with readings as ruby, or with readings or bases alone. Sounds stay as they are.
  static func filtered(_ text: ArraySlice<UInt8>, _ filter: AnkiFilter) -> ArraySlice<UInt8> {
    var out: [UInt8] = []
    var index = text.startIndex
    /// Where a base would begin: behind the last blank or tag.
    var base = 0
    var baseHasBlank = false
    // Without an end ahead there is none further on either.
    var mayEnd = true
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "["), mayEnd, base < out.count,
        let end = end(of: text, from: index + 1, &mayEnd)
      {
        let reading = text[(index + 1)..<end]
        let text = Array(out[base...])
        out.removeSubrange((baseHasBlank ? base - 1 : base)...)
        switch filter {
        case .kana: out += reading
        case .kanji: out += text
        default:
          out += Array("<ruby>".utf8) + text + Array("<rt>".utf8) + reading
          out += "</rt></ruby>".utf8
        }
        index = end + 1
        base = out.count
        baseHasBlank = false
        continue
      }
      out.append(byte)
      index += 1
      if byte == 0x20 || byte == UInt8(ascii: ">") {
        base = out.count
        baseHasBlank = byte == 0x20
      }
    }
    return out[...]
  }

  /// Where a reading that begins at `start` ends; nil if it is none.
  private static func end(
    of text: ArraySlice<UInt8>, from start: Int, _ mayEnd: inout Bool
  ) -> Int? {
    guard start < text.endIndex, !text[start...].starts(with: "sound:".utf8) else { return nil }
    guard let end = text[start...].firstIndex(of: UInt8(ascii: "]")) else {
      mayEnd = false
      return nil
    }
    return end > start ? end : nil
  }
}
