import FlashTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection over which a test says what it likes, byte by byte.
final class RawConnection {
  private let socket: Int32
  private var buffer: [UInt8] = []

  enum Failure: Error { case cannotConnect, timedOut }

  /// Connects to a port of this machine.
  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = unsafe withUnsafePointer(to: &place) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard socket >= 0, status == 0 else { throw Failure.cannotConnect }
  }

  deinit { close(socket) }

  /// Sends what the other side still takes; it may have gone.
  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// One answer: its head, and a body as long as it says.
  /// - Returns: nil if the connection ended first.
  func answer(hasBody: Bool = true) throws -> RawAnswer? {
    while true {
      if let end = headEnd {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        var answer = RawAnswer(head: head, body: [])
        let length = hasBody ? Int(answer.field("content-length") ?? "0") ?? 0 : 0
        if buffer.count >= end + 4 + length {
          answer.body = Array(buffer[(end + 4)..<(end + 4 + length)])
          buffer.removeFirst(end + 4 + length)
          return answer
        }
      }
      guard try receive() else { return nil }
    }
  }

  private var headEnd: Int? {
    guard buffer.count >= 4 else { return nil }
    return (0...(buffer.count - 4)).first { Array(buffer[$0..<($0 + 4)]) == [13, 10, 13, 10] }
  }

  /// Whether the other side ends the connection, with or without a word.
  func ends() throws -> Bool {
    while try receive() {}
    return true
  }

  /// Whether something or the end can be read already.
  var isQuiet: Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) == 0
  }

  private func receive() throws -> Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 20_000) > 0 else { throw Failure.timedOut }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(socket, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }
}

struct RawAnswer: Equatable {
  let head: String
  var body: [UInt8]

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
  var text: String { String(decoding: body, as: UTF8.self) }

  func field(_ name: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name {
        return parts[1].drop { $0 == " " }.description
      }
    }
    return nil
  }
}
