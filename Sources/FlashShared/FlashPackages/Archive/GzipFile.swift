/// A gzip file of one part, unpacked piece by piece.
public final class GzipFile {
  private let handle: ArchiveHandle
  private var budget: UnpackBudget
  /// What the end of the file says: the checksum and the size of the text. libarchive looks at
  /// neither.
  private let trailer: LittleEndianBytes
  private var crc = ~UInt32(0)

  /// - Parameters:
  ///   - descriptor: as of ``ZipArchive``.
  ///   - limits: for all that is unpacked of it.
  /// - Throws: `.corrupt`, `.unreadable`.
  public init(descriptor: Int32, limits: UnpackLimits = .standard) throws(PackageError) {
    let size = try ArchiveHandle.size(of: descriptor)
    guard size >= 18 else { throw .corrupt(reason: "the gzip file was cut off") }
    let bytes = try ArchiveHandle.bytes(of: descriptor, at: size - 8, count: 8)
    trailer = LittleEndianBytes(bytes[...])
    budget = UnpackBudget(limits, input: size)
    handle = try ArchiveHandle(.gzip, descriptor: descriptor)
    guard try handle.next() else { throw .corrupt(reason: "an empty gzip file") }
  }

  /// Unpacks the next bytes into `buffer`, in place of what is in it.
  /// - Returns: false at the end: then size and checksum were right.
  /// - Throws: `.corrupt`, `.tooLarge`, `.unreadable`.
  public func read(into buffer: inout [UInt8]) throws(PackageError) -> Bool {
    guard try handle.read(into: &buffer, upTo: ZipArchive.pieceSize) else {
      guard Int(~crc) == trailer.word32(0), budget.produced & 0xFFFF_FFFF == trailer.word32(4)
      else { throw .corrupt(reason: "the gzip file's checksum is wrong") }
      return false
    }
    try budget.take(buffer.count)
    for byte in buffer { crc = crc >> 8 ^ GzipFile.table[Int(UInt8(crc & 0xFF) ^ byte)] }
    return true
  }

  /// - Source: RFC 1952, section 8.
  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }
}
