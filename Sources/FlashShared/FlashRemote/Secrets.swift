public import FlashCommand
internal import FlashCrypto

/// Small help with secrets.
public enum Secrets {
  /// Random bytes in lower-case hexadecimal digits.
  public static func random(bytes count: Int, _ source: inout RandomSource) -> String {
    (0..<count).map { _ in
      let byte = UInt8.random(in: 0...255, using: &source)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  public static func sha256(_ text: String) throws -> String {
    var digest = try MessageDigest(.sha256)
    return digest.hash(of: text.utf8Span.span).description
  }
}
