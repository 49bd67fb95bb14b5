import FlashSnapshot

extension FuzzedParser {
  static let snapshots = [FuzzedParser("snapshot", checkSnapshot)]

  /// A packed snapshot is refused, or has rows that can all be read, each with its parents, and no more
  /// comes out of it than may.
  @Sendable static func checkSnapshot(_ bytes: [UInt8]) throws(Violation) {
    let limit: Int64 = 1 << 18
    guard let database = try? SpoolFile(in: "/tmp"),
      let unpacking = try? SnapshotUnpacking(hash: "", unpackedSize: limit, to: database)
    else { return }
    // Where it is damaged in the middle, what came before may be a database all the same.
    try? unpacking.push(bytes[...])
    try require(database.size <= limit, "\(database.size) bytes unpacked")
    guard let connection = try? SnapshotFile.open(untrusted: database) else { return }
    let reader = SnapshotReader(connection)
    guard (try? reader.checkParents()) != nil else { return }
    var cards: Set<Int64> = []
    try readable("cards") { try reader.forEachCard { cards.insert($0.key) } }
    var entries = 0
    try readable("entries") {
      try reader.forEachEntry { entry in
        entries += 1
        guard cards.contains(entry.cardKey) else { throw Violation("an entry without a card") }
      }
    }
    var sorted = 0
    try readable("logs") { try reader.forEachEntry(ofCards: cards.sorted()) { _ in sorted += 1 } }
    try requireEqual(sorted, entries, "entries, read in two ways")
    try readable("sessions") { try reader.forEachSession { _ in } }
    try readable("links") { try reader.forEachLink { _ in } }
  }

  /// What was checked as a whole can be read.
  private static func readable(
    _ what: String, _ read: () throws -> Void
  ) throws(Violation) {
    do {
      try read()
    } catch let violation as Violation {
      throw violation
    } catch {
      throw Violation("\(what) of a snapshot that was checked can't be read: \(error)")
    }
  }
}
