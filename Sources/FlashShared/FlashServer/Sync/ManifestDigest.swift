import FlashCrypto
import FlashModel

/// The digest of a page of a manifest: SHA-256 over a line `id:updated_at_ms` for each record.
///
/// - Source: the contract, `syncManifest`.
struct ManifestDigest {
  private var lines: [UInt8] = []

  mutating func add(_ id: String, _ clock: Timestamp) {
    lines.append(contentsOf: "\(id):\(clock.milliseconds)\n".utf8)
  }

  func finish() throws(CryptoError) -> String {
    var digest = try MessageDigest(.sha256)
    digest.update(lines.span)
    return digest.finish().description
  }
}
