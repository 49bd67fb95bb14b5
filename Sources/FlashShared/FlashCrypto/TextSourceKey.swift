/// Makes the `source_key` of cards from text that carries no id of its own: `text:` and 64
/// hexadecimal digits.
///
/// They are the SHA-256 of: bytes in the deck's path (8 bytes, big-endian), bytes in the front
/// (8), the path, the front, the ordinal (8). With the lengths in front no two sources share an
/// encoding.
public struct TextSourceKey: ~Copyable {
  private var digest: MessageDigest

  /// - Throws: `.algorithmUnavailable` if libcrypto offers no SHA-256.
  public init() throws(CryptoError) {
    digest = try MessageDigest(.sha256)
  }

  /// The hash in the key of one card.
  /// - Parameters:
  ///   - deckPath: as the deck is titled, NFC.
  ///   - front: the card's front, NFC and trimmed.
  ///   - ordinal: from 0 among the cards of that deck with an equal front.
  public mutating func hash(
    deckPath: Span<UInt8>, front: Span<UInt8>, ordinal: Int
  ) -> Digest {
    digest.update(UInt64(deckPath.count))
    digest.update(UInt64(front.count))
    digest.update(deckPath)
    digest.update(front)
    digest.update(UInt64(bitPattern: Int64(ordinal)))
    return digest.finish()
  }

  /// The key of one card as text, 69 characters; parameters as in ``hash(deckPath:front:ordinal:)``.
  public mutating func key(deckPath: String, front: String, ordinal: Int) -> String {
    var text: [UInt8] = []
    append(
      hash(deckPath: deckPath.utf8Span.span, front: front.utf8Span.span, ordinal: ordinal),
      to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds the key that `hash` makes to `text`, 69 bytes.
  public func append(_ hash: Digest, to text: inout [UInt8]) {
    text.append(contentsOf: "text:".utf8)
    hash.appendHex(to: &text)
  }
}
