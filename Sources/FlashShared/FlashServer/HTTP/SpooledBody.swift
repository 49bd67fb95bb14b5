import FlashSnapshot

/// The body of an answer that is too long for memory: it is written to a file, and sent from there.
///
/// So all of it can be read at one moment, however slowly it is fetched, and what goes wrong goes
/// wrong before a word of the answer is sent.
final class SpooledBody {
  private let file: SpoolFile
  private let gzip: GzipStream?
  private var waiting: [UInt8] = []

  /// Bytes from which those that wait are written together.
  static var piece: Int { 256 << 10 }

  /// - Parameters:
  ///   - folder: where there is room; nobody sees a file there.
  ///   - isPacked: whether the client unpacks it.
  init(in folder: String, isPacked: Bool) throws(SnapshotError) {
    file = try SpoolFile(in: folder)
    gzip = isPacked ? GzipStream() : nil
  }

  /// Whether it is packed, for `Content-Encoding`.
  var isPacked: Bool { gzip != nil }

  /// Bytes that are held in memory.
  var waitingCount: Int { waiting.count }

  func add(_ bytes: some Sequence<UInt8>) throws {
    waiting += bytes
    if waiting.count >= SpooledBody.piece { try write(isLast: false) }
  }

  /// The file, which nobody writes from now on.
  func finish() throws -> SealedFile {
    try write(isLast: true)
    return try file.sealed()
  }

  private func write(isLast: Bool) throws {
    if let gzip {
      try gzip.push(waiting, isLast: isLast) { try file.append($0) }
    } else {
      try file.append(waiting[...])
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
