internal import FlashCrypto
internal import FlashModel
internal import FlashSQL

/// Takes the media of a collection along to a copy of it.
///
/// Files never change once they have their names, so where both folders lie on one disk they share
/// them, at no cost.
struct MediaCopy {
  /// What became of the files.
  struct Outcome {
    /// Files that the copy has.
    var files = 0
    /// Names of those that are not there, or damaged, and so not in the copy.
    var missing: [String] = []
  }

  /// The media folder that files come from.
  let source: String
  /// The one that they go to; made if need be.
  let target: String
  /// Folders of earlier copies, whose files are as good.
  var earlier: [String] = []

  /// What was not there before, for ``discard()``.
  private(set) var made: [String] = []
  private var madeFolders: [String] = []

  init(from source: String, to target: String, earlier: [String] = []) {
    self.source = source
    self.target = target
    self.earlier = earlier
  }

  /// Takes files along, each compared with its hash, and makes them survive a power loss.
  /// - Parameter check: called between two files; what it throws ends the copying.
  /// - Throws: `StoreError`, and what `check` throws; ``discard()`` is the caller's then.
  mutating func run(_ assets: [StoredAsset], _ check: () throws -> Void) throws -> Outcome {
    var outcome = Outcome()
    let hasher = try FileHasher()
    var seen: Set<String> = []
    for asset in assets {
      try check()
      guard seen.insert(asset.hash).inserted else { continue }
      if try take(asset, hasher) {
        outcome.files += 1
      } else {
        outcome.missing.append(asset.name)
      }
    }
    if !made.isEmpty {
      try storing { () throws(SQLError) in try MediaFile.sync(made, below: target) }
    }
    return outcome
  }

  /// - Returns: whether the target has the file by now.
  private mutating func take(_ asset: StoredAsset, _ hasher: FileHasher) throws -> Bool {
    let place = "\(asset.hash.prefix(2))/\(asset.hash)"
    let path = "\(target)/\(place)"
    if try hasher.matches(path, asset) { return true }
    for folder in earlier + [source] where try hasher.matches("\(folder)/\(place)", asset) {
      for folder in [target, "\(target)/\(asset.hash.prefix(2))"] {
        try storing { () throws(SQLError) in
          if try MediaFile.makeFolder(folder) { madeFolders.append(folder) }
        }
      }
      let partial = "\(target)/incoming-\(FileFacts.processID)"
      try storing { () throws(SQLError) in
        // What is there is damaged, or what a crash left.
        try FileSteps.remove(partial)
        if !MediaFile.link("\(folder)/\(place)", as: partial) {
          try FileSteps.copy("\(folder)/\(place)", to: partial)
        }
        try MediaFile.move(partial, to: path)
      }
      made.append(path)
      // What was copied to a failing disk need not be what was read.
      return try hasher.matches(path, asset)
    }
    return false
  }

  /// Removes what was not there before.
  mutating func discard() {
    // What can't be removed is a stray that a later check finds.
    for path in made.reversed() { try? FileSteps.remove(path) }
    for folder in madeFolders.reversed() { MediaFile.removeEmptyFolder(folder) }
    made.removeAll()
    madeFolders.removeAll()
  }

  /// Removes a media folder with all that is in it.
  static func remove(_ folder: String) throws(SQLError) {
    for part in FileFacts.names(in: folder) {
      let path = "\(folder)/\(part)"
      guard FileFacts.isFolder(path), !FileFacts.isSymbolicLink(path) else {
        try FileSteps.remove(path)
        continue
      }
      for name in FileFacts.names(in: path) { try FileSteps.remove("\(path)/\(name)") }
      MediaFile.removeEmptyFolder(path)
    }
    MediaFile.removeEmptyFolder(folder)
  }
}

/// Compares files with what they are called.
final class FileHasher {
  private var digest: MessageDigest

  init() throws(StoreError) {
    do throws(CryptoError) {
      digest = try MessageDigest(.sha256)
    } catch {
      throw .crypto(error)
    }
  }

  /// Whether a file is there, whole and unchanged.
  func matches(_ path: String, _ asset: StoredAsset) throws(StoreError) -> Bool {
    guard FileFacts.exists(path), FileFacts.size(path) == Int64(asset.size) else { return false }
    do throws(SQLError) {
      try FileSteps.forEachPiece(of: path) { digest.update($0.span) }
    } catch {
      // What can't be read is as good as not there.
      _ = digest.finish()
      return false
    }
    return digest.finish().description == asset.hash
  }
}

extension Store {
  /// The names of assets whose file is there, and is not what it was.
  /// - Parameter check: called between two files; what it throws ends the check.
  func damagedMedia(_ check: () throws -> Void) throws -> [String] {
    let hasher = try FileHasher()
    var damaged: [String] = []
    for asset in try assets() {
      try check()
      let path = path(of: asset)
      guard FileFacts.exists(path), FileFacts.size(path) == Int64(asset.size) else { continue }
      if try !hasher.matches(path, asset) { damaged.append(asset.name) }
    }
    return damaged
  }
}
