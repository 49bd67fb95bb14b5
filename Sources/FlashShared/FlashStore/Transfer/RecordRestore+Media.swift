internal import FlashModel
internal import FlashSQL

// Files of the collection that an export lists.

extension RecordRestore {
  /// What became of a file that an export lists.
  public enum AssetOutcome: Sendable, Hashable {
    case added
    case isHere
    /// No file of that content was found.
    case missing
    /// A file of another content has the name here, and keeps it.
    case nameTaken
  }

  /// Makes a file part of the collection.
  /// - Parameters:
  ///   - hash: SHA-256 in lower-case hexadecimal.
  ///   - folder: where it is, under its name, or as in a collection's media folder; nil if only what
  ///     lies in the media folder counts.
  /// - Throws: `StoreError.invalid` for a name that is no plain file name, or a hash that is none.
  public func addMedia(
    name: String, hash: String, size: Int, from folder: String?
  ) throws(StoreError) -> AssetOutcome {
    guard hash.utf8.count == 64, hash.utf8.allSatisfy(\.isHexDigit) else {
      throw .invalid(field: "assets", reason: "'\(hash)' is no SHA-256")
    }
    guard Store.isPlainFileName(name), size >= 0 else {
      throw .invalid(field: "assets", reason: "'\(name)' is no plain file name")
    }
    if let known = try store.asset(named: name) {
      guard known.hash == hash else { return .nameTaken }
      if FileFacts.size(store.path(of: known)) == Int64(known.size),
        FileFacts.exists(store.path(of: known))
      {
        return .isHere
      }
    }
    let asset = StoredAsset(
      id: try store.assetID(named: name, hash: hash), name: name, hash: hash, size: size)
    let hasher = try FileHasher()
    if try !hasher.matches(store.path(of: asset), asset) {
      guard let source = try folder?.path(of: asset, hasher) else { return .missing }
      try copyMedia(source, as: asset)
    }
    try store.insertAsset(asset, at: now)
    return .added
  }

  private func copyMedia(_ source: String, as asset: StoredAsset) throws(StoreError) {
    guard writesMedia else { return }
    let path = store.path(of: asset)
    let partial = "\(store.mediaFolder)/incoming-\(FileFacts.processID)"
    try storing { () throws(SQLError) in
      for folder in [store.mediaFolder, FileSteps.folder(of: path)] {
        _ = try MediaFile.makeFolder(folder)
      }
      try FileSteps.remove(partial)
      try FileSteps.copy(source, to: partial)
      try MediaFile.move(partial, to: path)
    }
    madeMedia.append(path)
  }

  /// Makes what was copied survive a power loss.
  func syncMedia() throws(StoreError) {
    guard !madeMedia.isEmpty else { return }
    try storing { () throws(SQLError) in
      try MediaFile.sync(madeMedia, below: store.mediaFolder)
    }
  }

  /// Removes what was copied.
  func discardMedia() {
    // What can't be removed is a stray that a later check finds.
    for path in madeMedia { try? FileSteps.remove(path) }
    madeMedia.removeAll()
  }
}

extension Store {
  /// Whether a name leads nowhere but to a file of a folder.
  static func isPlainFileName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2F && $0 != 0x5C }
  }

  /// Copies files to a folder, each under its name, in place of what has that name there.
  /// - Parameter check: called between two files; what it throws ends the copying.
  /// - Returns: the names of those that are not there, or damaged.
  public func copyMedia(
    _ assets: [StoredAsset], to folder: String, _ check: () throws -> Void
  ) throws -> [String] {
    let hasher = try FileHasher()
    var missing: [String] = []
    for asset in assets {
      try check()
      guard Store.isPlainFileName(asset.name), try hasher.matches(path(of: asset), asset) else {
        missing.append(asset.name)
        continue
      }
      let target = "\(folder)/\(asset.name)"
      if try hasher.matches(target, asset) { continue }
      let partial = "\(folder)/.flash-\(FileFacts.processID).new"
      try storing { () throws(SQLError) in
        try FileSteps.copy(path(of: asset), to: partial)
        try MediaFile.move(partial, to: target)
      }
    }
    return missing
  }
}

extension String {
  /// The file of an asset in this folder; nil if it is not there.
  fileprivate func path(of asset: StoredAsset, _ hasher: FileHasher) throws(StoreError) -> String? {
    for place in [asset.name, "\(asset.hash.prefix(2))/\(asset.hash)"]
    where try hasher.matches("\(self)/\(place)", asset) {
      return "\(self)/\(place)"
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self) }
}
