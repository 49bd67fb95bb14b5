import FlashModel
import FlashSQL
import FlashTestSupport
import Testing

@testable import FlashSnapshot

@Suite struct SnapshotFileTests {
  /// A snapshot with a row of each kind, made in a folder of its own.
  private func sample(in folder: TemporaryDirectory) throws -> SpoolFile {
    let file = try SpoolFile(in: folder.path)
    var random = SeededRandom(seed: 7)
    let writer = try SnapshotWriter(SnapshotFile.create(at: file.path))
    let rows = SnapshotRows(&random)
    try rows.write(to: writer)
    try writer.finish()
    file.measure()
    return file
  }

  @Test("records that are written are read back as they were", arguments: 0..<40 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    var random = SeededRandom(seed: seed)
    let rows = SnapshotRows(&random)
    let file = try SpoolFile(in: folder.path)
    let writer = try SnapshotWriter(SnapshotFile.create(at: file.path))
    try rows.write(to: writer)
    try writer.finish()
    let reader = SnapshotReader(try SnapshotFile.open(untrusted: file))
    try reader.checkParents()
    #expect(try SnapshotRows(reader) == rows, "seed \(seed)")
  }

  @Test("what is packed unpacks to the same, in pieces of any size")
  func packing() throws {
    let folder = try TemporaryDirectory()
    let file = try sample(in: folder)
    let packed = try PackedSnapshot.pack(file, to: nil, in: folder.path)
    #expect(packed.file.size < file.size / 4)
    for size in [1, 7, 1_000, 1 << 20] {
      let copy = try SpoolFile(in: folder.path)
      let unpacking = try SnapshotUnpacking(
        hash: packed.hash, unpackedSize: packed.unpackedSize, to: copy)
      var offset: Int64 = 0
      while offset < packed.file.size {
        let bytes = try packed.file.read(size, at: offset)
        try unpacking.push(bytes[...])
        offset += Int64(bytes.count)
      }
      try unpacking.finish()
      #expect(
        try copy.read(Int(copy.size), at: 0) == file.read(Int(file.size), at: 0),
        "pieces of \(size)")
    }
  }

  @Test("a file that is cut at any byte, or has another byte anywhere, is refused")
  func damage() throws {
    let folder = try TemporaryDirectory()
    let packed = try PackedSnapshot.pack(sample(in: folder), to: nil, in: folder.path)
    let bytes = try packed.file.read(Int(packed.file.size), at: 0)
    func takes(_ bytes: [UInt8]) throws -> Bool {
      let unpacking = try SnapshotUnpacking(
        hash: packed.hash, unpackedSize: packed.unpackedSize,
        to: SpoolFile(in: folder.path))
      do throws(SnapshotError) {
        try unpacking.push(bytes[...])
        try unpacking.finish()
        return true
      } catch {
        return false
      }
    }
    #expect(try takes(bytes))
    #expect(try !takes(bytes + [0]))
    for place in stride(from: 0, to: bytes.count, by: 37) {
      #expect(try !takes(Array(bytes[..<place])), "cut at \(place)")
      var other = bytes
      other[place] ^= 1
      #expect(try !takes(other), "byte \(place)")
    }
  }

  @Test("no more is unpacked than was announced")
  func bomb() throws {
    let folder = try TemporaryDirectory()
    let zeros = try SpoolFile(in: folder.path)
    for _ in 0..<64 { try zeros.append(Array(repeating: 0, count: 1 << 20)[...]) }
    let packed = try PackedSnapshot.pack(zeros, to: nil, in: folder.path)
    #expect(packed.file.size < 20_000)
    let target = try SpoolFile(in: folder.path)
    let unpacking = try SnapshotUnpacking(
      hash: packed.hash, unpackedSize: 1 << 20, to: target)
    let bytes = try packed.file.read(Int(packed.file.size), at: 0)
    #expect(throws: SnapshotError.tooLarge(limit: 1 << 20)) { try unpacking.push(bytes[...]) }
    #expect(target.size <= 1 << 20)
  }

  @Test(
    "a database with other tables, with anything beside them, or with impossible values is refused",
    arguments: [
      "drop table topics", "create table more (a)", "create view v as select 1",
      "create index i on reviews (id)", "pragma application_id = 1",
      "create trigger t after insert on topics begin delete from cards; end",
      "pragma ignore_check_constraints = on; update cards set flag = 9",
      "pragma ignore_check_constraints = on; update cards set id = x'00'",
      "pragma ignore_check_constraints = on; update reviews set rating = 7 where kind = 0",
      "pragma ignore_check_constraints = on; update decks set title = 'a' || char(0)",
      """
      pragma writable_schema = on;
      update sqlite_schema set sql = replace(sql, ' strict', '') where name = 'cards'
      """,
      "alter table cards add column extra text",
    ])
  func hostile(change: String) throws {
    let folder = try TemporaryDirectory()
    let file = try sample(in: folder)
    _ = try SnapshotFile.open(untrusted: file)
    try SQLiteConnection(path: file.path, access: .write).execute(change)
    #expect(throws: SnapshotError.self, "\(change)") { try SnapshotFile.open(untrusted: file) }
  }

  @Test(
    "an entry with a value that none can have is refused where nobody has looked at the file",
    arguments: [
      "rating = 7", "rating = null", "kind = 4", "duration_ms = -1", "stability = 0",
      "stability = 9e999", "difficulty = 10.5", "state = 4", "reps = -1", "lapses = 1 << 40",
      "step = -1", "rated_at_ms = -1", "rated_at_ms = 1 << 60", "id = x'00'", "session_key = 99",
    ])
  func unsound(change: String) throws {
    let folder = try TemporaryDirectory()
    let file = try sample(in: folder)
    try SQLiteConnection(path: file.path, access: .write).execute(
      """
      pragma ignore_check_constraints = on;
      update reviews set \(change) where key = (
        select min(key) from reviews where kind = 0 and stability is not null)
      """)
    let reader = SnapshotReader(try SnapshotFile.open(unchecked: file))
    #expect(throws: SnapshotError.self) { try reader.forEachEntry { _ in } }
    let check = SnapshotCheck(of: file)
    // A number without end is above nothing, for SQLite.
    if change.contains("9e999") || change.contains("session_key") {
      try check.finish()
    } else {
      #expect(throws: SnapshotError.self) { try check.finish() }
      #expect(check.hasFailed)
    }
  }

  @Test("a cursor ends once, however small the table")
  func cursor() throws {
    let folder = try TemporaryDirectory()
    let reader = SnapshotReader(try SnapshotFile.open(untrusted: sample(in: folder)))
    let cards = try reader.cards()
    var count = 0
    while try cards.next() != nil { count += 1 }
    #expect(count == 12)
    #expect(try cards.next() == nil)
  }

  @Test("files that a killed process left are removed, those in use and others stay")
  func leftovers() throws {
    let folder = try TemporaryDirectory()
    let mine = try SpoolFile(in: folder.path)
    let names = ["flash-snapshot-abc123", "flash-snapshot-abc124", "other"]
    for name in names {
      let left = try SpoolFile(at: "\(folder.path)/\(name)")
      left.isKept = true
    }
    #expect(SpoolFile.removeLeftovers(in: folder.path) == 2)
    #expect(SpoolFile.exists(at: mine.path))
    #expect(names.map { SpoolFile.exists(at: "\(folder.path)/\($0)") } == [false, false, true])
    #expect(SpoolFile.removeLeftovers(in: folder.path + "/nowhere") == 0)
  }

  @Test("what is packed by two threads unpacks to the same, part by part")
  func threads() throws {
    let folder = try TemporaryDirectory()
    let file = try sample(in: folder)
    let packed = try PackedSnapshot.pack(file, to: nil, in: folder.path, threads: 2)
    let copy = try SpoolFile(in: folder.path)
    let arrival = SnapshotArrival(
      try SnapshotUnpacking(hash: packed.hash, unpackedSize: packed.unpackedSize, to: copy))
    var offset: Int64 = 0
    while offset < packed.file.size {
      let bytes = try packed.file.read(1_000, at: offset)
      try arrival.push(bytes)
      offset += Int64(bytes.count)
    }
    try arrival.finish()
    #expect(try copy.read(Int(copy.size), at: 0) == file.read(Int(file.size), at: 0))
  }

  @Test("a newer format is told apart from damage")
  func newer() throws {
    let folder = try TemporaryDirectory()
    let file = try sample(in: folder)
    try SQLiteConnection(path: file.path, access: .write).execute("pragma user_version = 2")
    #expect(throws: SnapshotError.newer(format: 2)) { try SnapshotFile.open(untrusted: file) }
  }

  @Test("a row that names one that is not there is refused")
  func strays() throws {
    for change in [
      "delete from decks", "delete from cards", "delete from sub_topics", "delete from topics",
    ] {
      let folder = try TemporaryDirectory()
      let file = try sample(in: folder)
      try SQLiteConnection(path: file.path, access: .write).execute(change)
      let reader = SnapshotReader(try SnapshotFile.open(untrusted: file))
      #expect(throws: SnapshotError.self, "\(change)") { try reader.checkParents() }
    }
  }

  @Test("a page with any byte changed is refused, or reads as rows that are whole")
  func pages() throws {
    let folder = try TemporaryDirectory()
    let file = try sample(in: folder)
    let bytes = try file.read(Int(file.size), at: 0)
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      var other = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      other[place] ^= UInt8.random(in: 1...255, using: &random)
      let changed = try SpoolFile(in: folder.path)
      try changed.append(other[...])
      do throws(SnapshotError) {
        let reader = SnapshotReader(try SnapshotFile.open(untrusted: changed))
        try reader.checkParents()
        var count = 0
        do { try reader.forEachCard { _ in count += 1 } } catch { continue }
        #expect(count <= 100)
      } catch { continue }
    }
  }
}
