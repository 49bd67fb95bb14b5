internal import FlashCrypto
internal import FlashThreads

/// A snapshot as it travels.
public struct PackedSnapshot {
  /// What is sent.
  public let file: SpoolFile
  /// Bytes of the database in it.
  public let unpackedSize: Int64
  /// SHA-256 of what is sent, in lower-case hexadecimal.
  public let hash: String

  /// Bytes that are read at a time.
  private static let piece = 1 << 20

  /// Packs a database that nobody has open.
  /// - Parameters:
  ///   - path: where the packed file is to be; nil for one of a name of its own in `folder`.
  ///   - threads: that pack at a time; more than one take some 20 MiB each.
  ///   - check: called now and then; what it throws ends the packing.
  /// - Throws: ``SnapshotError``.
  public static func pack(
    _ database: SpoolFile, to path: String?, in folder: String, threads: Int = 1,
    _ check: () throws -> Void = {}
  ) throws -> PackedSnapshot {
    database.measure()
    let packed =
      try path.map { path throws(SnapshotError) in try SpoolFile(at: path) }
      ?? SpoolFile(in: folder)
    try packed.cut(to: 0)
    let packer = try ZstdPacker(threads: threads)
    var digest = try MessageDigest(.sha256)
    var offset: Int64 = 0
    while true {
      let bytes = try database.read(piece, at: offset)
      offset += Int64(bytes.count)
      let isLast = offset >= database.size || bytes.isEmpty
      try packer.push(bytes[...], isLast: isLast) { packedBytes throws(SnapshotError) in
        digest.update(packedBytes.span)
        try packed.append(packedBytes)
      }
      if isLast { break }
      try check()
    }
    return PackedSnapshot(
      file: packed, unpackedSize: offset, hash: digest.finish().description)
  }
}

/// Unpacks what arrives, part by part, and compares it with what was announced.
public final class SnapshotUnpacking {
  /// The database.
  public let file: SpoolFile
  private let unpacker: ZstdUnpacker
  private var digest: MessageDigest
  private let hash: String
  private let unpackedSize: Int64

  /// - Parameters:
  ///   - hash: as ``PackedSnapshot/hash``.
  ///   - unpackedSize: bytes of the database.
  /// - Throws: ``SnapshotError``.
  public init(hash: String, unpackedSize: Int64, to file: SpoolFile) throws {
    try file.cut(to: 0)
    self.file = file
    self.hash = hash
    self.unpackedSize = unpackedSize
    unpacker = try ZstdUnpacker(limit: unpackedSize)
    digest = try MessageDigest(.sha256)
  }

  /// The next bytes.
  /// - Throws: ``SnapshotError``.
  public func push(_ bytes: ArraySlice<UInt8>) throws(SnapshotError) {
    digest.update(bytes.span)
    try unpacker.push(bytes) { piece throws(SnapshotError) in try file.append(piece) }
  }

  /// All has come.
  /// - Throws: `.damaged` if it is not what was announced.
  public func finish() throws(SnapshotError) {
    try unpacker.finish()
    guard file.size == unpackedSize else { throw .damaged(reason: "it is cut off") }
    guard digest.finish().description == hash else {
      throw .damaged(reason: "its sum is another one")
    }
  }
}

/// Unpacks parts one after the other, each while the next one is on its way.
public final class SnapshotArrival {
  private let unpacking: SnapshotUnpacking
  private var work: SideWork<SnapshotError?>?

  public init(_ unpacking: SnapshotUnpacking) { self.unpacking = unpacking }

  // One piece of work at a time has it, and this side waits for that before it touches it again.
  private struct Lent: @unchecked Sendable {
    let unpacking: SnapshotUnpacking
  }

  /// Begins to unpack the next bytes, once those before are done.
  /// - Throws: ``SnapshotError`` of those before.
  public func push(_ bytes: [UInt8]) throws(SnapshotError) {
    try wait()
    let lent = Lent(unpacking: unpacking)
    work = SideWork {
      do throws(SnapshotError) {
        try lent.unpacking.push(bytes[...])
        return nil
      } catch {
        return error
      }
    }
  }

  /// As ``SnapshotUnpacking/finish()``.
  public func finish() throws(SnapshotError) {
    try wait()
    try unpacking.finish()
  }

  private func wait() throws(SnapshotError) {
    let outcome = work?.result() ?? nil
    work = nil
    if let outcome { throw outcome }
  }

  deinit { _ = work?.result() }
}
