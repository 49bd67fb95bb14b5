/// The log that SQLite keeps beside a database, `NAME-wal`, with pages that are not in the file yet.
///
/// - Source: SQLite's file format, sqlite.org/fileformat2.html, section 4.
struct WriteAheadLog {
  /// By page number from 1, where the newest committed content of it stands in the log.
  private var frames: [Int: Int] = [:]
  private var pageSize = 0
  /// Pages of the database after the newest commit; nil if there is none.
  private var pageCount: Int?
  private let descriptor: Int32

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Reads which frames of a log count: those of whole transactions, in a row from the beginning.
  /// - Parameters:
  ///   - descriptor: of the log.
  ///   - limit: bytes of it.
  /// - Throws: `.unreadable`, `.tooLarge`, `.interrupted`.
  init(
    descriptor: Int32, limit: Int, while goOn: () -> Bool
  ) throws(PackageError) {
    self.descriptor = descriptor
    let size = try ArchiveHandle.size(of: descriptor)
    guard size <= limit else { throw .tooLarge(reason: "its log is larger than \(limit) bytes") }
    let header = try ArchiveHandle.bytes(of: descriptor, at: 0, count: WriteAheadLog.headerSize)
    guard let start = Checksum(header: header) else { return }
    var sum = start
    pageSize = Int(word(header, 8))
    let frameSize = WriteAheadLog.frameHeaderSize + pageSize
    guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else { return }
    var offset = WriteAheadLog.headerSize
    var open: [Int: Int] = [:]
    while offset + frameSize <= size {
      guard goOn() else { throw .interrupted }
      let frame = try ArchiveHandle.bytes(of: descriptor, at: offset, count: frameSize)
      // The salts tell frames of this log from those of one that it has begun to overwrite.
      guard frame.count == frameSize, frame[8..<16].elementsEqual(header[16..<24]) else { break }
      sum.add(frame[0..<8])
      sum.add(frame[WriteAheadLog.frameHeaderSize...])
      guard sum.values == (word(frame, 16), word(frame, 20)) else { break }
      open[Int(word(frame, 0))] = offset + WriteAheadLog.frameHeaderSize
      let commit = Int(word(frame, 4))
      if commit > 0 {
        frames.merge(open) { $1 }
        open.removeAll(keepingCapacity: true)
        pageCount = commit
      }
      offset += frameSize
    }
  }

  /// Brings a copy of the database to where the log leads.
  /// - Throws: `.unreadable`, `.cannotSpool`, `.corrupt`, `.interrupted`.
  func apply(to file: PrivateFile, while goOn: () -> Bool) throws(PackageError) {
    guard let pageCount else { return }
    for (page, offset) in frames.sorted(by: { $0.key < $1.key }) where page <= pageCount {
      guard goOn() else { throw .interrupted }
      let bytes = try ArchiveHandle.bytes(of: descriptor, at: offset, count: pageSize)
      guard page > 0, bytes.count == pageSize else {
        throw .corrupt(reason: "the database's log was cut short")
      }
      try file.write(bytes[...], at: (page - 1) * pageSize)
    }
    try file.cut(to: pageCount * pageSize)
  }

  /// SQLite's sum over words of 4 bytes.
  private struct Checksum {
    private(set) var values: (UInt32, UInt32) = (0, 0)
    private let isBigEndian: Bool

    /// The sum that frames go on from; nil for what is no log.
    init?(header: [UInt8]) {
      guard header.count == WriteAheadLog.headerSize else { return nil }
      let magic = word(header, 0)
      guard magic & ~1 == 0x377F_0682, word(header, 4) == 3_007_000 else { return nil }
      isBigEndian = magic & 1 == 1
      add(header[0..<24])
      guard values == (word(header, 24), word(header, 28)) else { return nil }
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      let span = bytes.span
      var (first, second) = values
      var index = 0
      while index + 8 <= span.count {
        first = first &+ number(span, index) &+ second
        second = second &+ number(span, index + 4) &+ first
        index += 8
      }
      values = (first, second)
    }

    @inline(__always)
    private func number(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
      let value =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        | UInt32(bytes[place + 3]) << 24
      return isBigEndian ? value.byteSwapped : value
    }
  }
}

/// Four bytes of a number, the most significant first.
private func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
  bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
}
