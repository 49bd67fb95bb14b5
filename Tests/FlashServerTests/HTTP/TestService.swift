import FlashAPI
import FlashModel
import FlashSnapshot
import FlashTestSupport
import Foundation
import Synchronization

@testable import FlashServer

/// The service on a folder of its own, with a clock that stands still until it is moved.
final class TestService: Sendable {
  typealias Storage = EmbeddedStorage

  static let ada: UserID = Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  static let signIn: SignInID = Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)

  let server: Server<EmbeddedStorage>
  private let folder: TemporaryDirectory
  private let now: Mutexed<Int64>
  private let lines: Mutexed<[LogLine]>

  /// A value that several threads change.
  final class Mutexed<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    init(_ value: Value) { mutex = Mutex(value) }
    var value: Value { mutex.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { mutex.withLock { body(&$0) } }
  }

  init(
    _ routes: [Route<EmbeddedStorage>], limits: ServiceLimits = ServiceLimits(),
    trusted: [String] = [], freePart: @escaping @Sendable () -> Double? = { nil }
  ) throws {
    let folder = try TemporaryDirectory()
    let storage = TestStorage.embedded(in: folder.path)
    try storage.migrate()
    let now = Mutexed<Int64>(1_776_800_000_000)
    let lines = Mutexed<[LogLine]>([])
    let counter = Mutexed<UInt8>(0)
    self.folder = folder
    self.now = now
    self.lines = lines
    server = Server(
      storage: storage, clock: { Timestamp(milliseconds: now.value) },
      random: { count in
        counter.change { $0 &+= 1 }
        return Array(repeating: counter.value, count: count)
      }, routes: routes,
      tokens: { bearer, _ in
        switch bearer {
        case "ada": Principal(user: TestService.ada, signIn: TestService.signIn)
        case "old": throw Problem(.tokenExpired, "The token has expired.")
        case "barred": throw Problem(.accountDisabled, "The account is disabled.")
        default: throw Problem(.unauthenticated, "The token is unknown.")
        }
      }, limits: limits, trusted: trusted.compactMap { AddressRange($0) },
      freePart: freePart,
      log: { line in lines.change { $0.append(line) } })
  }

  func pass(_ milliseconds: Int64) { now.change { $0 += milliseconds } }

  var log: [LogLine] { lines.value }

  /// Sends a request whose body is read whole.
  func send(
    _ method: String, _ target: String, _ fields: [String: String] = [:], body: [UInt8] = [],
    peer: String = "192.0.2.7"
  ) -> HTTPResponse {
    var fields = fields
    if !body.isEmpty { fields["content-length"] = "\(body.count)" }
    guard
      let head = try? HTTPHead(method: method, target: target, fields: fields, peer: peer)
    else { return HTTPResponse(400) }
    switch server.service(head) {
    case .answer(let response): return response
    case .read(let limit, let answer): return answer(Array(body.prefix(limit + 1)))
    }
  }

  /// Whether a request is answered without a look at its body.
  func refusesUnread(_ method: String, _ target: String, _ fields: [String: String]) throws -> Int?
  {
    let head = try HTTPHead(method: method, target: target, fields: fields, peer: "192.0.2.7")
    guard case .answer(let response) = server.service(head) else { return nil }
    return response.status
  }
}

extension HTTPResponse {
  /// The body, wherever it is.
  var bytes: [UInt8] {
    get throws {
      guard let file else { return body }
      let handle = FileHandle(fileDescriptor: file.handedOver(), closeOnDealloc: true)
      try handle.seek(toOffset: 0)
      return try Array(handle.readToEnd() ?? Data())
    }
  }
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
