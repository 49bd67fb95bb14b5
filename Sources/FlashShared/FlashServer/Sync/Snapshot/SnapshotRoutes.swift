import FlashAPI
import FlashModel

extension SyncRoutes {
  /// The operations of a first exchange.
  static func snapshots<Storage: ServerStorage>(_ zones: @escaping ZoneFinder) -> [Route<Storage>] {
    [
      Route(Endpoints.snapshot) { call, _ in try download(call).manifest() },
      Route(Endpoints.snapshotPart.operation) { call, _ in
        let bytes = try download(call).part(try part(call), of: try snapshot(call))
        return HTTPResponse(
          200, fields: [("Content-Type", "application/octet-stream")], body: bytes)
      },
      Route(Endpoints.beginSnapshot) { call, manifest in
        try upload(call, zones).begin(manifest)
      },
      Route(
        Endpoints.putSnapshotPart.operation, bodyLimit: Int(SnapshotManifest.partSize)
      ) { call, bytes in
        let standing = try upload(call, zones).put(
          try part(call), bytes, of: try snapshot(call))
        return .json(200, JSONValueEncoder().encode(standing))
      },
      Route(Endpoints.commitSnapshot) { call, _ in
        try upload(call, zones).commit(try snapshot(call))
      },
    ]
  }

  private static func download<Storage: ServerStorage>(
    _ call: Call<Storage>
  ) throws -> SnapshotDownload<Storage> {
    SnapshotDownload(server: call.server, user: try call.account().user, now: call.now)
  }

  private static func upload<Storage: ServerStorage>(
    _ call: Call<Storage>, _ zones: @escaping ZoneFinder
  ) throws -> SnapshotUpload<Storage> {
    SnapshotUpload(
      server: call.server, principal: try call.account(), now: call.now, zones: zones)
  }

  private static func snapshot<Storage>(_ call: Call<Storage>) throws(Problem) -> SnapshotID {
    guard let id = call.parameters["snapshot_id"].flatMap({ SnapshotID($0) }) else {
      throw Problem(.notFound, "There is no such snapshot.")
    }
    return id
  }

  private static func part<Storage>(_ call: Call<Storage>) throws(Problem) -> Int {
    guard let number = call.parameters["part"].flatMap({ Int($0) }), number >= 0 else {
      throw Problem(.notFound, "There is no such part.")
    }
    return number
  }
}
