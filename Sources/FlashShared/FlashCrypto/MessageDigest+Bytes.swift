extension MessageDigest {
  /// Takes in the UTF-8 of `text`.
  public mutating func update(_ text: String) {
    // A native string is contiguous UTF-8 already, so this copies nothing.
    update(text.utf8Span.span)
  }

  /// Takes in eight bytes, big-endian.
  public mutating func update(_ number: UInt64) {
    let bytes = InlineArray<8, UInt8> { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    update(bytes.span)
  }

  /// The hash of `bytes` alone. Anything taken in before and not finished is part of it.
  public mutating func hash(of bytes: Span<UInt8>) -> Digest {
    update(bytes)
    return finish()
  }
}
