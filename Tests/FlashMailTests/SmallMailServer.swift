import Foundation
import Synchronization

/// As much of a mail server as a test needs, in a thread of the tests.
final class SmallMailServer: Sendable {
  enum Manner: Sendable {
    /// Takes every mail.
    case takes
    /// Hangs up when a mail is there, and does not say whether it took it.
    case hangsUp
    /// Is too busy for anybody.
    case isBusy
  }

  let port: Int
  private let listener: Int32
  private let taken = Mutex([String]())
  private let manner: Manner

  var mails: [String] { taken.withLock { $0 } }

  init(_ manner: Manner) throws {
    self.manner = manner
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isListening else { throw SmallMailServerFailure(code: errno) }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let thread = Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        self.serve(connection)
        close(connection)
      }
    }
    thread.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ connection: Int32) {
    var unread: [UInt8] = []
    func say(_ text: String) {
      let bytes = Array("\(text)\r\n".utf8)
      _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    func line() -> String? {
      while true {
        if let end = unread.firstIndex(of: 10) {
          let line = unread[..<end].filter { $0 != 13 }
          unread.removeFirst(end + 1)
          return String(decoding: line, as: UTF8.self)
        }
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return nil }
        unread += chunk[..<count]
      }
    }
    say(manner == .isBusy ? "421 too busy" : "220 small")
    guard manner != .isBusy else { return }
    while let command = line() {
      switch command.prefix(4).uppercased() {
      case "QUIT":
        say("221 bye")
        return
      case "DATA":
        say("354 go on")
        var mail: [String] = []
        while let text = line(), text != "." {
          mail.append(text.hasPrefix(".") ? String(text.dropFirst()) : text)
        }
        taken.withLock { $0.append(mail.joined(separator: "\n")) }
        guard manner != .hangsUp else { return }
        say("250 kept")
      default: say("250 fine")
      }
    }
  }
}

struct SmallMailServerFailure: Error {
  let code: Int32
}
