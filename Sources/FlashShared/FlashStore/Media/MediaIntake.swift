internal import FlashCrypto
internal import FlashModel
internal import FlashSQL

/// Takes files into the media folder before the transaction that refers to them.
///
/// Each is written under a name of its own, then called by its hash. ``CardImport/add(_:)`` makes
/// them assets; without that, ``discard()`` removes what was new, and what a crash leaves behind is
/// harmless: nothing refers to it, and `flash store check --fix` removes it.
public final class MediaIntake {
  /// What a file's name has become: its own, unless another file has it.
  public private(set) var names: [String: String] = [:]
  /// Files that were not in the collection.
  public private(set) var added = 0
  private let store: Store
  /// Whether files are written; a dry run only looks at them.
  private let writes: Bool
  private var digest: MessageDigest
  private var taken: [StoredAsset] = []
  /// Files and folders that were not there before, in the order in which they were made.
  private var made: [String] = []
  private var madeFolders: [String] = []
  private var known: Set<String> = []

  init(into store: Store, writes: Bool) throws(StoreError) {
    self.store = store
    self.writes = writes
    do throws(CryptoError) {
      digest = try MessageDigest(.sha256)
    } catch {
      throw .crypto(error)
    }
  }

  /// Takes in a file.
  /// - Parameters:
  ///   - name: a plain file name.
  ///   - body: gives its bytes to what it is given, some at a time.
  /// - Throws: `StoreError`, and what `body` throws; then nothing of the file stays.
  public func add(
    name: String, _ body: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
  ) throws {
    var size = 0
    let partial = "\(store.mediaFolder)/incoming-\(FileFacts.processID)-\(made.count)"
    if writes {
      try makeFolder(store.mediaFolder)
      do {
        try storing { () throws(SQLError) in try FileSteps.remove(partial) }
        let file = try MediaFile(path: partial)
        try body { piece in
          digest.update(piece.span)
          size += piece.count
          try file.write(piece)
        }
      } catch {
        _ = digest.finish()
        // The first error is the one to tell; a file that stays is collected later.
        try? FileSteps.remove(partial)
        if let error = error as? SQLError { throw StoreError.database(error) }
        throw error
      }
    } else {
      try body { piece in
        digest.update(piece.span)
        size += piece.count
      }
    }
    try settle(name: name, size: size, hash: digest.finish(), partial: partial)
  }

  private func settle(name: String, size: Int, hash: Digest, partial: String) throws(StoreError) {
    let hex = hash.description
    let asset = try settledAsset(name: name, hash: hex, size: size)
    names[name] = asset.name
    taken.append(asset)
    guard writes else { return }
    let path = store.mediaPath(hash: hex)
    try makeFolder(FileSteps.folder(of: path))
    // One of the right size is the same: it was called so once it was whole.
    let isThere = FileFacts.exists(path) && FileFacts.size(path) == Int64(size)
    try storing { () throws(SQLError) in
      if isThere {
        try FileSteps.remove(partial)
      } else {
        try MediaFile.move(partial, to: path)
      }
    }
    if !isThere { made.append(path) }
  }

  /// The asset that a file becomes: one of its name and content, or a new one, whose name is changed
  /// if it is taken.
  private func settledAsset(
    name: String, hash: String, size: Int
  ) throws(StoreError) -> StoredAsset {
    if let asset = try store.asset(named: name) {
      if asset.hash == hash { return asset }
      let renamed = MediaIntake.renamed(name, hash)
      if let asset = try store.asset(named: renamed), asset.hash == hash { return asset }
      return try newAsset(renamed, hash, size)
    }
    return try newAsset(name, hash, size)
  }

  private func newAsset(
    _ name: String, _ hash: String, _ size: Int
  ) throws(StoreError) -> StoredAsset {
    if known.insert(name).inserted { added += 1 }
    return StoredAsset(
      id: try store.assetID(named: name, hash: hash), name: name, hash: hash, size: size)
  }

  /// `cat.png` with a part of the hash: `cat-1f2e3d4c.png`.
  private static func renamed(_ name: String, _ hash: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(name)-\(hash.prefix(8))"
    }
    return "\(name[..<dot])-\(hash.prefix(8))\(name[dot...])"
  }

  private func makeFolder(_ path: String) throws(StoreError) {
    try storing { () throws(SQLError) in
      if try MediaFile.makeFolder(path) { madeFolders.append(path) }
    }
  }

  /// Makes what was written survive a power loss. The transaction comes after it.
  public func sync() throws(StoreError) {
    guard !made.isEmpty else { return }
    try storing { () throws(SQLError) in
      try MediaFile.sync(made, below: store.mediaFolder)
    }
  }

  /// Makes rows of the files, in the transaction.
  func insertRows(at now: Timestamp) throws(StoreError) {
    for asset in taken {
      // Another process may have collected garbage since.
      guard !writes || FileFacts.exists(store.path(of: asset)) else {
        throw .database(.busy(path: store.mediaFolder))
      }
      try store.insertAsset(asset, at: now)
    }
  }

  /// Removes what was not there before.
  public func discard() {
    // What can't be removed is garbage that a later check collects.
    for path in made.reversed() { try? FileSteps.remove(path) }
    for path in madeFolders.reversed() { MediaFile.removeEmptyFolder(path) }
    made.removeAll()
    madeFolders.removeAll()
  }
}

extension Store {
  /// Begins to take files into the media folder.
  /// - Parameter writes: false only looks at them, for a dry run.
  public func mediaIntake(writes: Bool) throws(StoreError) -> MediaIntake {
    try MediaIntake(into: self, writes: writes)
  }
}

extension CardImport {
  /// Makes the files that were taken in part of the collection, with the cards of this import.
  public func add(_ media: MediaIntake) throws {
    try media.insertRows(at: now)
    counts.media += media.added
  }
}
