import FlashCrypto
import Testing

@Suite struct MessageDigestTests {
  @Test(
    "the vectors of FIPS 180-4 come out",
    arguments: [
      (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (
        .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ] as [(DigestAlgorithm, String, String)])
  func vectors(algorithm: DigestAlgorithm, text: String, hex: String) throws {
    var digest = try MessageDigest(algorithm)
    digest.update(text)
    let hash = digest.finish()
    #expect(hash.description == hex)
    #expect(hash.count == algorithm.size)
    #expect(hash.bytes.count == algorithm.size)
  }

  @Test("one context gives independent hashes, and a million bytes in pieces give the whole's")
  func reuse() throws {
    var digest = try MessageDigest(.sha256)
    for _ in 0..<1_000 { digest.update([UInt8](repeating: UInt8(ascii: "a"), count: 1_000).span) }
    let million = digest.finish()
    #expect(
      million.description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    let again = digest.hash(of: [97, 98, 99].span)
    #expect(again.bytes.prefix(4) == [0xba, 0x78, 0x16, 0xbf])
    #expect(again != million)
  }
}
