import FlashServer
import FlashSnapshot
import Synchronization

@testable import flash_serve

/// A listener on a port of its own, whose clock stands still until it is moved.
final class TestDaemon: Sendable {
  let daemon: HTTPDaemon
  let port: UInt16
  private let now: Time

  private final class Time: Sendable {
    let milliseconds = Mutex<Int64>(1_000)
  }

  struct NoListener: Error {}

  init(
    _ limits: HTTPLimits = HTTPLimits(), service: @escaping HTTPService = TestDaemon.service
  ) throws {
    let address = ListenAddress("127.0.0.1:0")
    guard let address else { throw NoListener() }
    let socket = try ListeningSocket(at: address)
    let now = Time()
    guard let port = socket.address?.port,
      let daemon = HTTPDaemon(
        socket: socket.number, limits: limits, trusted: { _ in false },
        clock: { now.milliseconds.withLock { $0 } }, service: service)
    else { throw NoListener() }
    self.daemon = daemon
    self.port = port
    self.now = now
  }

  deinit { daemon.stop() }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Lets time pass, and ends what has taken too long.
  func pass(_ milliseconds: Int64) {
    now.milliseconds.withLock { $0 += milliseconds }
    daemon.reap()
  }

  private static func file(bytes: Int) -> HTTPResponse {
    do {
      let file = try SpoolFile(in: "/tmp")
      try file.append([UInt8](repeating: 0x62, count: bytes)[...])
      var response = HTTPResponse(200)
      response.file = try file.sealed()
      return response
    } catch {
      return HTTPResponse(500)
    }
  }

  /// `/refused` is refused by its head, `/long` and `/file` answer at length, others tell what they were sent;
  /// bodies have up to a thousand bytes.
  static let service: HTTPService = { head in
    switch head.path {
    case "/refused": .answer(HTTPResponse(401, body: Array("no".utf8)))
    case "/file": .read(limit: 0) { _ in TestDaemon.file(bytes: 3_000_000) }
    case "/long":
      .read(limit: 0) { _ in HTTPResponse(200, body: [UInt8](repeating: 0x61, count: 3_000_000)) }
    default:
      .read(limit: 1_000) { body in
        guard body.count <= 1_000 else { return HTTPResponse(413) }
        return HTTPResponse(
          200, fields: [("X-Path", head.path), ("X-Peer", head.peer)],
          body: body.isEmpty ? Array("\(head.method) \(head.path)".utf8) : body)
      }
    }
  }
}
