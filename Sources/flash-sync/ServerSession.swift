import FlashAPI
import FlashClient
import FlashCommand
import FlashRemote
import FlashStore

/// A remote's server with the credentials that are kept for it.
struct ServerSession: SyncService {
  let signedIn: SignedInClient
  var client: Client { signedIn.client }

  init(_ remote: SyncRemote, in context: CommandContext) throws {
    signedIn = try SignedInClient(remote, in: context)
  }

  func push(_ body: [UInt8]) throws -> PushResponse { try signedIn.push(body) }
  func pull(_ request: PullRequest) throws -> PullPage { try signedIn.pull(request) }

  func snapshot() throws -> SnapshotManifest? {
    try ifTaken { try $0.snapshot() }
  }

  func snapshotPart(_ number: Int, of id: String) throws -> [UInt8]? {
    try ifTaken { try $0.snapshotPart(number, of: id) }
  }

  func beginSnapshot(_ manifest: SnapshotManifest) throws -> SnapshotStanding? {
    try ifTaken { try $0.beginSnapshot(manifest) }
  }

  func putSnapshotPart(
    _ number: Int, _ bytes: [UInt8], of id: String
  ) throws -> SnapshotStanding? {
    try ifTaken { try $0.putSnapshotPart(number, bytes, of: id) }
  }

  func commitSnapshot(_ id: String) throws -> SnapshotReceipt? {
    try ifTaken { try $0.commitSnapshot(id) }
  }

  /// Nil where the server does not do that, or not with this: rows are taken by any.
  private func ifTaken<Result>(_ call: (Client) throws -> Result) throws -> Result? {
    do {
      return try signedIn.signedIn(call)
    } catch ClientError.refused(let problem)
      where [400, 404, 405, 409, 413, 415, 422, 501].contains(problem.status)
    {
      return nil
    }
  }
}
