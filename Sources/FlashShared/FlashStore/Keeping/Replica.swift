public import FlashModel
internal import FlashSQL

/// Where a replica of a collection was last opened for writing, as this machine remembers it outside
/// the file: what tells a file that is where it was from a copy of it.
///
/// A replica is one file that goes its own way. Two files with one device id would both count on
/// from the same change, and a server would take the second one's changes for those of the first.
public struct ReplicaPlace: Sendable, Hashable {
  /// Absolute.
  public var path: String
  /// Device and inode of the file.
  public var device: UInt64
  public var inode: UInt64
  public var storeID: String
  /// The number that the newest change had.
  public var change: Int64

  /// Whether the file at `present` can be the one that was here: the same file, and not an older
  /// state of it.
  ///
  /// The file's device id is not compared: another account of this machine may have renewed it.
  public func isContinued(by present: ReplicaPlace) -> Bool {
    path == present.path && device == present.device && inode == present.inode
      && storeID == present.storeID && change <= present.change
  }
}

extension ReplicaPlace {
  /// One line of JSON.
  public var json: JSONValue {
    .object([
      JSONValue.Member("path", .string(path)), JSONValue.Member("device", .string("\(device)")),
      JSONValue.Member("inode", .string("\(inode)")), JSONValue.Member("store", .string(storeID)),
      JSONValue.Member("change", .integer(change)),
    ])
  }

  /// Reads what ``json`` wrote; nil for anything else.
  public init?(json: JSONValue) {
    guard case .string(let path)? = json["path"], case .string(let device)? = json["device"],
      case .string(let inode)? = json["inode"], case .string(let store)? = json["store"],
      case .integer(let change)? = json["change"], let device = UInt64(device),
      let inode = UInt64(inode)
    else { return nil }
    self.init(path: path, device: device, inode: inode, storeID: store, change: change)
  }
}

extension Store {
  /// Where this replica is now; nil for a private copy.
  /// - Parameter absolutePath: the file's path from the root.
  public func replicaPlace(at absolutePath: String) throws(StoreError) -> ReplicaPlace? {
    guard lock != nil, let place = FileFacts.place(path) else { return nil }
    let found = try row("select store_id, change_seq from store") {
      (id: $0.identifier(0) ?? Identifier<Store>.nothing, change: $0.integer(1))
    }
    guard let found else { return nil }
    return ReplicaPlace(
      path: absolutePath, device: place.device, inode: place.inode,
      storeID: found.id.description, change: found.change)
  }

  /// Makes another replica of this one: gives it a device id that no other file has.
  public func renewDeviceID() throws(StoreError) {
    let id = drawDeviceID()
    try transaction { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.run("update store set device_id = $1", SQLValue(id))
      }
    }
  }
}
