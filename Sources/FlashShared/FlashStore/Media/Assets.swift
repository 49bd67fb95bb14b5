public import FlashModel
internal import FlashSQL

/// A file that cards show or play, kept in the collection's media folder.
public struct StoredAsset: Sendable, Hashable {
  public let id: AssetID
  /// What Markdown calls it: a plain file name, unique in the collection.
  public let name: String
  /// SHA-256 of its content, in lower-case hexadecimal; what its file is called.
  public let hash: String
  /// Bytes.
  public let size: Int

  fileprivate var hashBytes: [UInt8] {
    let digits = Array(hash.utf8).map { $0 >= 0x61 ? $0 - 0x61 + 10 : $0 - 0x30 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension Store {
  /// Where media lies: beside the collection, and of this collection alone. A file is called by its
  /// hash, in a folder of the hash's first two digits.
  public var mediaFolder: String { Store.mediaFolder(of: path) }

  /// Where the media of the collection at a path lies, and those of a backup of it.
  static func mediaFolder(of path: String) -> String { path + "-media" }

  /// Where the file of an asset lies.
  public func path(of asset: StoredAsset) -> String { mediaPath(hash: asset.hash) }

  func mediaPath(hash: String) -> String { "\(mediaFolder)/\(hash.prefix(2))/\(hash)" }

  /// All assets, by name.
  public func assets() throws(StoreError) -> [StoredAsset] {
    try rows("\(Store.assetColumns) order by name") { StoredAsset($0) }
  }

  /// The asset that Markdown calls by a name; nil if there is none.
  public func asset(named name: String) throws(StoreError) -> StoredAsset? {
    try row("\(Store.assetColumns) where name = $1", [.text(name)]) { StoredAsset($0) }
  }

  /// The assets of a database that is no open collection.
  static func assets(in connection: SQLiteConnection) throws(SQLError) -> [StoredAsset] {
    // An older schema has none.
    guard try connection.integer("select count(*) from sqlite_schema where name = 'assets'") == 1
    else { return [] }
    let statement = try connection.prepare("\(assetColumns) order by name")
    var assets: [StoredAsset] = []
    while try statement.step() { assets.append(StoredAsset(statement)) }
    return assets
  }

  private static let assetColumns = "select id, name, lower(hex(sha256)), size from assets"

  /// Adds the row of a file that lies in the media folder.
  func insertAsset(_ asset: StoredAsset, at now: Timestamp) throws(StoreError) {
    try storing { () throws(SQLError) in
      try connection.run(
        """
        insert into assets (id, name, sha256, size, added_ms) values ($1, $2, $3, $4, $5)
        on conflict do nothing
        """, SQLValue(asset.id), .text(asset.name), .blob(asset.hashBytes),
        .integer(Int64(asset.size)), .integer(now.milliseconds))
    }
  }

  /// The files of the media folder that no asset is, as paths below it: what a crash left, and what
  /// is only just being written. The caller holds the collection's lock.
  func strayMedia() throws(StoreError) -> [String] {
    let known = Set(try rows("select lower(hex(sha256)) from assets", []) { $0.text(0) })
    var stray: [String] = []
    for folder in FileFacts.names(in: mediaFolder) {
      guard FileFacts.isFolder("\(mediaFolder)/\(folder)") else {
        stray.append(folder)
        continue
      }
      for name in FileFacts.names(in: "\(mediaFolder)/\(folder)")
      where !known.contains(name) || name.prefix(2) != folder {
        stray.append("\(folder)/\(name)")
      }
    }
    return stray
  }

  /// Removes files that no asset is.
  /// - Returns: how many.
  func removeStrayMedia() throws(StoreError) -> Int {
    let stray = try strayMedia()
    for file in stray {
      try storing { () throws(SQLError) in try FileSteps.remove("\(mediaFolder)/\(file)") }
    }
    for folder in FileFacts.names(in: mediaFolder) {
      MediaFile.removeEmptyFolder("\(mediaFolder)/\(folder)")
    }
    return stray.count
  }

  /// The names of assets whose file is not there, or is of another size.
  func missingMedia() throws(StoreError) -> [String] {
    try assets().filter { FileFacts.size(path(of: $0)) != Int64($0.size) || !has($0) }.map(\.name)
  }

  private func has(_ asset: StoredAsset) -> Bool { FileFacts.exists(path(of: asset)) }
}

extension StoredAsset {
  fileprivate init(_ row: SQLiteStatement) {
    self.init(
      id: row.identifier(0) ?? .nothing, name: row.text(1), hash: row.text(2),
      size: Int(row.integer(3)))
  }
}
