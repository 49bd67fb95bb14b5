internal import FlashAPI
internal import FlashModel
internal import FlashSnapshot

/// A packed snapshot beside the collection, with a note of what it is, so that a cut costs a part.
struct SnapshotNote {
  enum Direction: String {
    case down
    case up
  }

  /// A snapshot that is being sent.
  struct Sent: Codable, Hashable {
    var manifest: SnapshotManifest
    /// The newest change that is in it.
    var bound: Int64
    /// The device id that the collection had.
    var device: String
    var account: String?
  }

  /// The packed file.
  let path: String
  private var notePath: String { path + ".json" }

  init(of remote: SyncRemote, _ direction: Direction, beside store: String) {
    path = "\(store).\(remote.name).\(direction.rawValue)"
  }

  var isThere: Bool { SpoolFile.exists(at: notePath) }

  /// What has arrived of a snapshot; nothing if it was another one. It stays until ``discard()``.
  func open(_ manifest: SnapshotManifest) throws -> SpoolFile {
    let known: SnapshotManifest? = try read()
    let file = try SpoolFile(at: path)
    if known?.id != manifest.id || known?.sha256 != manifest.sha256 || file.size > manifest.bytes {
      try file.cut(to: 0)
      try write(manifest)
    }
    file.isKept = true
    return file
  }

  /// A file whose sending was begun, if it still is what the account lacks.
  func resume(device: String, account: String?) throws -> (SpoolFile, Sent)? {
    let known: Sent? = try read()
    guard let known, known.device == device, known.account == account else { return nil }
    let file = try SpoolFile(at: path)
    guard file.size == known.manifest.bytes else { return nil }
    file.isKept = true
    return (file, known)
  }

  /// Keeps a file that is to be sent.
  func keep(_ file: SpoolFile, _ sent: Sent) throws {
    try write(sent)
    file.isKept = true
  }

  /// An empty file for the database; what another process left of one is gone.
  func database() throws(SnapshotError) -> SpoolFile {
    SpoolFile.remove(path + ".db")
    return try SpoolFile(at: path + ".db")
  }

  /// Removes file and note.
  func discard() {
    SpoolFile.remove(path + ".db")
    SpoolFile.remove(path)
    SpoolFile.remove(notePath)
  }

  func discardIfThere() { if isThere { discard() } }

  private func read<Value: Decodable>() throws -> Value? {
    guard SpoolFile.exists(at: notePath) else { return nil }
    let file = try SpoolFile(at: notePath)
    file.isKept = true
    let bytes = try file.read(65_536, at: 0)
    // A note that was cut off is none.
    return try? JSONValueDecoder().decode(Value.self, from: JSONValue(parsing: bytes))
  }

  private func write(_ value: some Encodable) throws {
    let file = try SpoolFile(at: notePath)
    try file.cut(to: 0)
    try file.append(JSONValueEncoder().encode(value).bytes[...])
    file.isKept = true
  }
}
