/// Readings in Anki's notation: a blank, the base, and the reading in brackets, such as ` 漢字[かんじ]`.
enum AnkiRuby {
  /// The text with readings as ruby, or with readings or bases alone. Sounds stay as they are.
  static func filtered(_ text: ArraySlice<UInt8>, _ filter: AnkiFilter) -> ArraySlice<UInt8> {
    var out: [UInt8] = []
    var index = text.startIndex
    /// Where a base would begin: behind the last blank or tag.
    var base = 0
    var baseHasBlank = false
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "["), base < out.count, index + 1 < text.endIndex,
        let end = text[(index + 1)...].firstIndex(of: UInt8(ascii: "]")), end > index + 1,
        !text[(index + 1)...].starts(with: "sound:".utf8)
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
}
