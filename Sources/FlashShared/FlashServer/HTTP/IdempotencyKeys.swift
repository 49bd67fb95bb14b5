import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// Answers that are kept under a key of the client's, so that a request which is sent again because
/// its answer was lost is not carried out again.
struct IdempotencyKeys<Storage: ServerStorage>: Sendable {
  let storage: TimedStorage<Storage>

  /// How long an answer is kept, in milliseconds.
  static var life: Int64 { 24 * 3_600_000 }
  /// After so many milliseconds a request without an answer is one whose process died.
  static var longestRequest: Int64 { 60_000 }
  /// The largest answer that is kept.
  static var largestAnswer: Int { 1 << 20 }

  private struct Stored {
    let hash: [UInt8]
    let status: Int64?
    let type: String?
    let body: [UInt8]
    let created: Int64
  }

  /// Answers from what is kept, or by `make`, whose answer is then kept.
  func answer(
    _ key: String, of call: Call<Storage>, _ operation: Operation, _ body: [UInt8],
    _ make: () throws -> HTTPResponse
  ) throws -> HTTPResponse {
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw Problem.invalid("Idempotency-Key", "must be 1 to 255 visible characters") }
    let hash = try hash(of: call, body)
    let name: [SQLValue] = [try call.asker(), .text(operation.name), .text(key)]
    if let kept = try claim(name, hash, at: call.now.milliseconds) { return kept }
    do {
      let response = try make()
      // A fault of the moment is not what a repeat should get.
      if response.status < 500, response.status != 429,
        response.body.count <= IdempotencyKeys.largestAnswer
      {
        try keep(response, under: name)
      } else {
        try release(name)
      }
      return response
    } catch {
      // What went wrong is the thing to tell; a claim that stays runs out by itself.
      try? release(name)
      throw error
    }
  }

  /// Takes the key, unless there is an answer already.
  private func claim(_ name: [SQLValue], _ hash: [UInt8], at now: Int64) throws -> HTTPResponse? {
    try storage.directory { connection in
      let stored = try connection.row(
        """
        select body_hash, status, content_type, response, created_ms from idempotency_keys
        where user_id = $1 and operation = $2 and key = $3
        """, name
      ) { row throws(SQLError) in
        Stored(
          hash: row.bytes(0), status: row.optionalInteger(1), type: row.optionalText(2),
          body: row.bytes(3), created: row.integer(4))
      }
      if let stored, stored.created > now - IdempotencyKeys.life {
        guard stored.hash == hash else {
          throw Problem(.idempotencyKeyReuse, "The key was used for another request.")
        }
        if let status = stored.status { return IdempotencyKeys.replay(stored, Int(status)) }
        if stored.created > now - IdempotencyKeys.longestRequest {
          throw Problem(
            .idempotencyInProgress, "The same request is being carried out.", retryAfter: 1)
        }
      }
      try connection.run(
        """
        insert into idempotency_keys (user_id, operation, key, body_hash, created_ms)
        values ($1, $2, $3, $4, $5)
        on conflict (user_id, operation, key) do update set body_hash = excluded.body_hash,
          created_ms = excluded.created_ms, status = null, content_type = null, response = null
        """, name + [.blob(hash), .integer(now)])
      return nil
    }
  }

  private static func replay(_ stored: Stored, _ status: Int) -> HTTPResponse {
    var response = HTTPResponse(
      status, fields: [("Idempotency-Replayed", "true")], body: stored.body)
    if let type = stored.type { response.fields.append(("Content-Type", type)) }
    return response
  }

  private func keep(_ response: HTTPResponse, under name: [SQLValue]) throws {
    let type = response.field("Content-Type").map { SQLValue.text($0) } ?? .null
    try storage.directory { connection in
      try connection.run(
        """
        update idempotency_keys set status = $4, content_type = $5, response = $6
        where user_id = $1 and operation = $2 and key = $3
        """, name + [.integer(Int64(response.status)), type, .blob(response.body)])
    }
  }

  private func release(_ name: [SQLValue]) throws {
    try storage.directory { connection in
      try connection.run(
        "delete from idempotency_keys where user_id = $1 and operation = $2 and key = $3", name)
    }
  }

  /// What makes two requests the same.
  private func hash(of call: Call<Storage>, _ body: [UInt8]) throws -> [UInt8] {
    var digest = try MessageDigest(.sha256)
    let head = Array("\(call.head.method) \(call.head.path)\n".utf8)
    digest.update(head.span)
    digest.update(body.span)
    return digest.finish().bytes
  }
}
