import FlashCrypto

/// The short code of a link: what a person types where a link can't be pasted.
///
/// Ten characters, 50 bits, that follow from the link's token, so that the page behind the link
/// can show it without asking anybody.
struct ShortCode: Sendable, Hashable {
  /// Without the dash.
  let text: String

  /// Crockford's alphabet: nothing in it looks like something else.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let length = 10

  init(link token: Secret) throws {
    let digest = try token.derivedBytes("short code")
    var word = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var text: [UInt8] = []
    for _ in 0..<ShortCode.length {
      text.append(ShortCode.alphabet[Int(word >> 59)])
      word <<= 5
    }
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// A code as somebody typed it; nil for what is none.
  init?(typed: String) {
    var text: [UInt8] = []
    for byte in typed.uppercased().utf8 where byte != UInt8(ascii: "-") && byte != 32 {
      let meant =
        switch byte {
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        default: byte
        }
      guard ShortCode.alphabet.contains(meant), text.count < ShortCode.length else { return nil }
      text.append(meant)
    }
    guard text.count == ShortCode.length else { return nil }
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// As it is shown: `ABCDE-FGHJK`.
  var shown: String { "\(text.prefix(5))-\(text.dropFirst(5))" }

  func hash() throws -> [UInt8] { try Secret(text).hash() }
}
