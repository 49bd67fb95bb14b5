import FlashAPI
import FlashModel
import FlashServer
import FlashTestSupport
import Foundation
import Synchronization

@testable import flash_serve

/// The older service as a program meets it: on a port of this machine, with the operations that it has,
/// and answers that name nothing of what came later.
final class OlderServer: Sendable {
  /// A request, and what was answered.
  struct Exchanged: Hashable {
    let request: String
    let status: Int
  }

  private struct State {
    var model = OlderServiceModel(now: Timestamp(milliseconds: 0))
    var exchanged: [Exchanged] = []
    var tokens: Set<String> = []
    var issued = 0
  }

  private let state: Shared
  private let daemon: TestDaemon

  private final class Shared: Sendable {
    let mutex = Mutex(State())
  }

  /// What the link in its mail ends with.
  static let link = "0123456789abcdef"

  init() throws {
    let state = Shared()
    self.state = state
    daemon = try TestDaemon { head in
      .read(limit: 8 << 20) { body in
        state.mutex.withLock { state in
          let answer = OlderServer.answer(head, body, &state)
          state.exchanged.append(
            Exchanged(request: "\(head.method) \(head.path)", status: answer.status))
          return answer
        }
      }
    }
  }

  var address: String { "http://127.0.0.1:\(daemon.port)" }
  var exchanged: [Exchanged] { state.mutex.withLock { $0.exchanged } }
  var rows: Int { state.mutex.withLock { $0.model.count } }

  private static func answer(
    _ head: HTTPHead, _ body: [UInt8], _ state: inout State
  ) -> HTTPResponse {
    // It unpacks nothing, so what is packed has none of the members that it wants.
    guard head.fields["content-encoding"] == nil else {
      return problem(422, "The records field is required.")
    }
    // The moment at which it is, as it has no other clock.
    state.model.now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    do {
      switch (head.method, head.path) {
      case ("POST", "/api/v1/auth/magic-link/request"): return HTTPResponse(204)
      case ("POST", "/api/v1/auth/magic-link/consume"):
        guard try JSONValue(parsing: body)["token"] == .string(link) else {
          return problem(410, "The link has expired.")
        }
        return .json(200, pair(&state, [.init("user", user)]))
      case ("POST", "/api/v1/auth/refresh"):
        guard let token = try JSONValue(parsing: body)["refresh_token"]?.string,
          state.tokens.remove(token) != nil
        else { return problem(401, "Unauthenticated.") }
        return .json(200, pair(&state))
      case (_, "/api/v1/me"), (_, "/api/v1/sync/push"), (_, "/api/v1/sync/pull"): break
      default: return problem(404, "Not found.")
      }
      guard let bearer = head.bearer, state.tokens.contains(bearer) else {
        return problem(401, "Unauthenticated.")
      }
      switch (head.method, head.path) {
      // It ignores what it does not know of a change.
      case ("GET", "/api/v1/me"), ("PATCH", "/api/v1/me"): return .json(200, me)
      case ("POST", "/api/v1/sync/push"): return try push(body, &state)
      case ("GET", "/api/v1/sync/pull"): return try pull(head, state)
      default: return problem(404, "Not found.")
      }
    } catch {
      return problem(500, "Server Error")
    }
  }

  private static func problem(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status, .object([.init("message", .string(message))]))
  }

  private static let user = JSONValue.object([
    .init("id", .string("u1")), .init("email", .string("ada@example.org")),
  ])

  private static let me = JSONValue.object([
    .init("id", .string("u1")), .init("email", .string("ada@example.org")), .init("name", .null),
    .init("avatar_url", .null), .init("daily_goal_cards", .integer(20)),
    .init("reminder_time_local", .null), .init("reminder_enabled", .bool(false)),
    .init("theme_preference", .string("system")), .init("subscription_status", .string("free")),
    .init("subscription_expires_at", .null), .init("updated_at_ms", .integer(1_000)),
  ])

  private static func pair(
    _ state: inout State, _ more: [JSONValue.Member] = []
  ) -> JSONValue {
    state.issued += 1
    let (access, refresh) = ("access-\(state.issued)", "refresh-\(state.issued)")
    state.tokens.formUnion([access, refresh])
    return .object(
      [.init("access_token", .string(access)), .init("refresh_token", .string(refresh))] + more)
  }

  private static func push(_ body: [UInt8], _ state: inout State) throws -> HTTPResponse {
    let answer = try state.model.push(body)
    let rejected = answer.rejected.map { row in
      JSONValue.object([.init("id", .string(row.id)), .init("reason", .string(row.reason))])
    }
    return .json(
      200,
      .object([
        .init("accepted", .integer(Int64(answer.accepted))), .init("rejected", .array(rejected)),
        .init("server_clock_ms", .integer(answer.serverClockMs)),
      ]))
  }

  private static func pull(_ head: HTTPHead, _ state: State) throws -> HTTPResponse {
    let keys = (head.query("entities") ?? "").split(separator: ",").map(String.init)
    let request = PullRequest(
      since: head.query("since").flatMap { Int64($0) } ?? 0,
      entities: keys.compactMap { SyncEntity(key: $0) }, limit: 500, epoch: nil)
    let page = state.model.pull(request)
    func list(_ entity: SyncEntity, _ rows: [some WireRecord]) throws -> JSONValue.Member {
      let values = try rows.map { row in
        var writer = JSONWriter()
        row.write(to: &writer, as: .whole)
        return OlderServiceModel.known(of: try JSONValue(parsing: writer.bytes))
      }
      return .init(entity.key, .array(values))
    }
    let records = try [
      list(.topics, page.topics), list(.decks, page.decks), list(.subTopics, page.subTopics),
      list(.cards, page.cards), list(.sessions, page.sessions),
      list(.cardSubTopics, page.cardSubTopics), list(.reviews, page.reviews),
    ]
    return .json(
      200,
      .object([
        .init("server_clock_ms", .integer(page.serverClock.milliseconds)),
        .init("has_more", .bool(page.hasMore)), .init("next_since", .integer(page.nextSince)),
        .init("records", .object(records)),
      ]))
  }
}
