import FlashAPI
import FlashClient
import FlashCommand
import FlashRemote

/// Calls the operations of a server, with an operator's token or in the name of an account.
struct AdminSession {
  let client: Client
  /// Nil for an operator.
  private let account: SignedInClient?

  /// An operator has long lists, and the server sets the pace.
  static let patience: Int64 = 3_600_000

  init(_ client: Client) {
    self.client = client
    account = nil
  }

  init(account: SignedInClient) {
    client = account.client
    self.account = account
  }

  /// With the token that is kept for the server that is administered.
  init(in context: CommandContext) throws {
    let server = try AdminServer.current(in: context)
    let token = try server.token(in: context)
    self.init(try Client.over(server.address, patience: AdminSession.patience, in: context))
    client.accessToken = token
  }

  /// - Throws: ``AdminError/failed(_:)``.
  func call<Request: Encodable & Sendable, Response: Decodable & Sendable>(
    _ endpoint: Endpoint<Request, Response>, _ body: Request? = nil, path: [String: String] = [:],
    query: (any EndpointQuery)? = nil, version: Int? = nil
  ) throws -> Response {
    try told { client throws(ClientError) in
      try client.call(endpoint, body, path: path, query: query, version: version)
    }
  }

  /// What is no single value of JSON.
  func bytes(
    _ endpoint: Endpoint<NoBody, RawBody>, path: [String: String] = [:]
  ) throws -> [UInt8] {
    try told { client throws(ClientError) in try client.bytes(endpoint, path: path) }
  }

  /// A list, page by page as it is read.
  func pages<Query: PagedQuery, Answer: Page>(
    _ endpoint: Endpoint<NoBody, Answer>, _ query: Query, limit: Int?
  ) -> Pages<Query, Answer> {
    Pages(query, limit: limit) { try call(endpoint, query: $0) }
  }

  private func told<Result>(
    _ call: (Client) throws(ClientError) -> Result
  ) throws -> Result {
    guard let account else {
      do throws(ClientError) { return try call(client) } catch { throw AdminError.failed(error) }
    }
    return try account.signedIn { try call($0) }
  }
}
