import FlashCommand
import FlashCrypto

/// Takes the bytes of an export to their file or to standard output, and counts and hashes them.
final class ExportSink {
  private let file: StagedFile?
  private let output: OutputStream
  private var digest: MessageDigest
  private(set) var count = 0

  /// - Parameter file: nil for standard output.
  init(_ file: StagedFile?, output: OutputStream) throws(CryptoError) {
    digest = try MessageDigest(.sha256)
    self.file = file
    self.output = output
  }

  /// - Throws: ``StagedFileError``, ``StreamError``.
  func write(_ bytes: [UInt8]) throws {
    count += bytes.count
    digest.update(bytes.span)
    guard let file else {
      output.write(bytes)
      if let failure = output.failure { throw failure }
      return
    }
    try file.write(bytes)
  }

  /// Puts the file in its place.
  /// - Returns: the SHA-256 of all bytes, in hexadecimal.
  func finish() throws(StagedFileError) -> String {
    try file?.commit()
    return digest.finish().description
  }
}
