public import FlashModel
internal import FlashSQL

/// A backup that was made, and checked.
public struct BackupReport: Sendable, Hashable {
  /// Where it is.
  public let path: String
  public let bytes: Int
  /// What the content leads to, the same in original and backup; 32 hexadecimal digits.
  public let digest: String
  /// Older backups of the series that were removed.
  public let removed: [String]
  /// Files of media in it.
  public let media: Int
  /// Names of files that the collection lacks, or that are damaged there: they are not in it.
  public let missing: [String]

  public init(
    path: String, bytes: Int, digest: String, removed: [String], media: Int = 0,
    missing: [String] = []
  ) {
    self.media = media
    self.missing = missing
    self.path = path
    self.bytes = bytes
    self.digest = digest
    self.removed = removed
  }
}

/// Backups of one collection.
///
/// A backup is a collection of its own: a database, complete, that can be restored, opened or moved,
/// and, where cards show files, a folder with those beside it. It is made while others read and write,
/// is checked before it gets its name, and never replaces a good one by half a one.
public struct StoreBackup: Sendable {
  /// The collection's file.
  public let store: String

  public init(of store: String) { self.store = store }

  /// Where backups go if nobody says where: the folder `backups` beside the collection.
  public var defaultFolder: String { FileSteps.folder(of: store) + "/backups" }

  /// Whether a path is a folder, so that a backup gets a name of its own in it.
  public static func isFolder(_ path: String) -> Bool {
    path.hasSuffix("/") || FileFacts.isFolder(path)
  }

  /// Whether something has that path.
  public static func exists(_ path: String) -> Bool { FileFacts.exists(path) }

  /// The path of a backup of a series: the collection's name and the time.
  /// - Parameter mark: what stands between, such as `before-restore`.
  public func path(in folder: String, mark: String? = nil, at now: Timestamp) -> String {
    let stamp = now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
    let name = [stem, mark, "\(stamp)Z"].compactMap { $0 }.joined(separator: "-")
    return (folder.hasSuffix("/") ? folder : folder + "/") + name + ".db"
  }

  /// A path as ``path(in:mark:at:)`` makes it at which nothing stands yet: of several of one second
  /// each but the first gets a number.
  func freePath(in folder: String, mark: String, at now: Timestamp) -> String {
    let wanted = path(in: folder, mark: mark, at: now)
    var (candidate, number) = (wanted, 1)
    while FileFacts.exists(candidate) || FileFacts.exists(candidate + "-wal") {
      number += 1
      candidate = "\(wanted.dropLast(3))-\(number).db"
    }
    return candidate
  }

  /// Makes a backup.
  /// - Parameters:
  ///   - target: the file to make, or to replace in one step.
  ///   - keep: how many of the series in its folder stay, the newest; nil means all.
  ///   - check: called several times a second; what it throws ends the backup.
  /// - Throws: `StoreError`; older backups stay then.
  public func make(
    _ target: String, keep: Int? = nil, _ check: () throws -> Void = {}
  ) throws -> BackupReport {
    do {
      guard FileFacts.size(store) > 0 else {
        throw StoreError.missing(store)
      }
      try StoreFile(path: store).check(StoreFile(path: store).connectionForReading())
      let (outcome, media) = try copy(to: target, check)
      var removed: [String] = []
      if let keep {
        let folder = FileSteps.folder(of: target)
        for name in series(in: folder).dropLast(max(1, keep)) {
          try FileSteps.remove("\(folder)/\(name)")
          try MediaCopy.remove(Store.mediaFolder(of: "\(folder)/\(name)"))
          removed.append("\(folder)/\(name)")
        }
      }
      return BackupReport(
        path: target, bytes: Int(outcome.bytes), digest: outcome.digest.hexadecimal,
        removed: removed, media: media.files, missing: media.missing)
    } catch let error as SQLError {
      throw StoreError.database(error)
    }
  }

  /// Copies the database, and the media before it has its name.
  private func copy(
    to target: String, _ check: () throws -> Void
  ) throws -> (DatabaseCopy.Outcome, MediaCopy.Outcome) {
    let folder = FileSteps.folder(of: target)
    var media = MediaCopy(
      from: Store.mediaFolder(of: store), to: Store.mediaFolder(of: target),
      // On another disk than the collection's, the backup before this one has most of them.
      earlier: series(in: folder).suffix(1).map { Store.mediaFolder(of: "\(folder)/\($0)") })
    var outcome = MediaCopy.Outcome()
    do {
      let copied = try DatabaseCopy(path: store).write(to: target, check) { path in
        outcome = try media.run(
          Store.assets(in: SQLiteConnection(path: path, access: .read)), check)
      }
      return (copied, outcome)
    } catch {
      media.discard()
      throw error
    }
  }

  /// The names of a folder that are backups of this collection by ``path(in:mark:at:)``, the oldest
  /// first. Others are never removed.
  func series(in folder: String) -> [String] {
    FileFacts.names(in: folder).filter { name in
      guard name.hasPrefix(stem + "-"), name.hasSuffix(".db") else { return false }
      let stamp = name.dropFirst(stem.count + 1).dropLast(3)
      let places = Array(stamp.utf8)
      guard places.count == 16 else { return false }
      return places.enumerated().allSatisfy { index, byte in
        switch index {
        case 8: byte == UInt8(ascii: "T")
        case 15: byte == UInt8(ascii: "Z")
        default: (48...57).contains(byte)
        }
      }
    }
  }

  /// The collection's name without its ending.
  private var stem: String {
    let name = FileSteps.name(of: store)
    return name.hasSuffix(".db") ? String(name.dropLast(3)) : name
  }
}
