public import FlashAPI

// The first exchange of a large collection: one file, in parts.

extension Client {
  /// What there is to fetch by a device that has nothing.
  public func snapshot() throws(ClientError) -> SnapshotManifest {
    try call(Endpoints.snapshot)
  }

  public func snapshotPart(_ number: Int, of id: String) throws(ClientError) -> [UInt8] {
    let operation = Endpoints.snapshotPart.operation
    return try send(
      operation, path: operation.path.path(["snapshot_id": id, "part": "\(number)"])
    ).body
  }

  /// Begins to send everything, or goes on with it.
  public func beginSnapshot(_ manifest: SnapshotManifest) throws(ClientError) -> SnapshotStanding {
    try call(Endpoints.beginSnapshot, manifest)
  }

  public func putSnapshotPart(
    _ number: Int, _ bytes: [UInt8], of id: String
  ) throws(ClientError) -> SnapshotStanding {
    let operation = Endpoints.putSnapshotPart.operation
    let answer = try send(
      operation, path: operation.path.path(["snapshot_id": id, "part": "\(number)"]),
      body: bytes, type: "application/octet-stream")
    return try decode(answer.body)
  }

  public func commitSnapshot(_ id: String) throws(ClientError) -> SnapshotReceipt {
    try call(Endpoints.commitSnapshot, path: ["snapshot_id": id])
  }
}
