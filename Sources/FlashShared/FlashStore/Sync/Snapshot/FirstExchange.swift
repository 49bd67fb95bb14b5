internal import FlashAPI
internal import FlashModel
internal import FlashSQL
internal import FlashSnapshot

/// The first exchange of a large collection, as one file in parts: down to a device that has nothing,
/// up to an account that has nothing.
///
/// Whatever is in the way of it, rows do the same; only an answer that does not come ends the
/// exchange. What has arrived of a file, and a file that is being sent, lie beside the collection, so
/// that the next exchange goes on with the part that is missing.
struct FirstExchange {
  let store: Store
  let remote: SyncRemote
  /// Rows from which it is worth it.
  let fewest: Int

  /// The largest database that is taken in.
  private static let largest: Int64 = 8 << 30

  init(_ store: Store, _ remote: SyncRemote, from fewest: Int) {
    self.store = store
    self.remote = remote
    self.fewest = fewest
  }

  private func file(_ direction: SnapshotNote.Direction) -> SnapshotNote {
    SnapshotNote(of: remote, direction, beside: store.path)
  }

  // MARK: Down

  /// Takes over what the account has, if there is nothing here.
  func fetch(
    from service: inout some SyncService, _ clock: () -> Timestamp,
    _ report: inout ExchangeReport, _ progress: inout ExchangeProgress,
    _ told: (ExchangeProgress) throws -> Void
  ) throws {
    guard let current = try store.remote(named: remote.name), current.cursor == 0,
      current.epoch == nil, try store.hasNoRecords()
    else { return file(.down).discardIfThere() }
    guard let manifest = try service.snapshot(), isFit(manifest) else { return }
    let note = file(.down)
    do {
      let packed = try note.open(manifest)
      var number = Int(packed.size / SnapshotManifest.partSize)
      try packed.cut(to: Int64(number) * SnapshotManifest.partSize)
      let database = try file(.down).database()
      let arrival = SnapshotArrival(
        try SnapshotUnpacking(
          hash: manifest.sha256, unpackedSize: manifest.unpackedBytes, to: database))
      try unpack(packed, by: arrival) { try told(progress) }
      while number < manifest.partCount {
        let bytes = try service.snapshotPart(number, of: manifest.id)
        guard let bytes, bytes.count == manifest.size(ofPart: number) else {
          return note.discard()
        }
        try packed.append(bytes[...])
        try arrival.push(bytes)
        number += 1
        try told(progress)
      }
      try arrival.finish()
      let rows = try store.adopt(database, manifest, from: remote)
      note.discard()
      report.received.received += rows
      progress.received += rows
      try told(progress)
    } catch let error as SnapshotError {
      note.discard()
      report.snapshotProblem = error.message
    }
  }

  private func isFit(_ manifest: SnapshotManifest) -> Bool {
    manifest.format == SnapshotSchema.format && manifest.nextSince != nil
      && manifest.resyncEpoch != nil && manifest.bytes > 0
      && manifest.bytes <= FirstExchange.largest
      && (1...FirstExchange.largest).contains(manifest.unpackedBytes)
  }

  /// Unpacks what had come before.
  private func unpack(
    _ packed: SpoolFile, by arrival: SnapshotArrival, _ check: () throws -> Void
  ) throws {
    var offset: Int64 = 0
    while offset < packed.size {
      let bytes = try packed.read(Int(SnapshotManifest.partSize), at: offset)
      guard !bytes.isEmpty else { break }
      try arrival.push(bytes)
      offset += Int64(bytes.count)
      try check()
    }
  }

  // MARK: Up

  /// Whether an exchange before this one has begun to send everything.
  var hasBegun: Bool { file(.up).isThere }

  /// Sends all there is here, if the account has nothing.
  /// - Returns: whether that was done.
  func send(
    to service: inout some SyncService, _ clock: () -> Timestamp,
    _ report: inout ExchangeReport, _ progress: inout ExchangeProgress,
    _ told: (ExchangeProgress) throws -> Void
  ) throws -> Bool {
    guard try store.hasSentNothing(to: remote),
      try store.pending(for: remote).total >= fewest
    else {
      // The process that was through with it was killed before it could tidy up.
      file(.up).discardIfThere()
      return false
    }
    let note = file(.up)
    do {
      let (packed, sent) = try prepare(note, at: clock()) { try told(progress) }
      guard var standing = try service.beginSnapshot(sent.manifest) else {
        note.discard()
        return false
      }
      while standing.receipt == nil, standing.nextPart < sent.manifest.partCount {
        let number = standing.nextPart
        let bytes = try packed.read(
          sent.manifest.size(ofPart: number), at: Int64(number) * SnapshotManifest.partSize)
        let next = try service.putSnapshotPart(number, bytes, of: sent.manifest.id)
        guard let next, next.nextPart > number else {
          note.discard()
          return false
        }
        standing = next
        try told(progress)
      }
      guard
        let receipt = try standing.receipt ?? service.commitSnapshot(sent.manifest.id)
      else {
        note.discard()
        return false
      }
      try store.noteSent(upTo: sent.bound, receipt, to: remote)
      note.discard()
      report.sent.sent += Int(receipt.rows)
      progress.sent += Int(receipt.rows)
      try told(progress)
      return true
    } catch let error as SnapshotError {
      note.discard()
      report.snapshotProblem = error.message
      return false
    }
  }

  /// The file that is sent: the one that an exchange before this one began with, or a new one.
  private func prepare(
    _ note: SnapshotNote, at now: Timestamp, _ check: () throws -> Void
  ) throws -> (SpoolFile, SnapshotNote.Sent) {
    let device = try store.deviceID()
    if let (packed, sent) = try note.resume(device: device, account: remote.account) {
      return (packed, sent)
    }
    let folder = FileSteps.folder(of: store.path)
    let database = try note.database()
    let bound = try store.writeSnapshot(to: database)
    try check()
    let packed = try PackedSnapshot.pack(
      database, to: note.path, in: folder, threads: 2, check)
    let manifest = SnapshotManifest(
      id: store.newSnapshotID(at: now), format: SnapshotSchema.format, bytes: packed.file.size,
      unpackedBytes: packed.unpackedSize, sha256: packed.hash,
      clientClockMs: now.milliseconds)
    let sent = SnapshotNote.Sent(
      manifest: manifest, bound: bound, device: device, account: remote.account)
    try note.keep(packed.file, sent)
    return (packed.file, sent)
  }
}
