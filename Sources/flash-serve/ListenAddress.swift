import FlashServer

/// Where the server listens: `127.0.0.1:8080`, `[::1]:8080`; port 0 is any that is free.
struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  let host: IPAddress
  let port: UInt16

  init(host: IPAddress, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Names are not looked up, `localhost` apart: a listener has an address of this machine.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    let name = text[..<colon]
    let host: IPAddress? =
      if name == "localhost" {
        IPAddress("127.0.0.1")
      } else if name.hasPrefix("["), name.hasSuffix("]") {
        IPAddress(name.dropFirst().dropLast())
      } else if !name.contains(":") {
        IPAddress(name)
      } else {
        nil
      }
    guard let host else { return nil }
    self.init(host: host, port: port)
  }

  var description: String {
    host.isVersion4 ? "\(host):\(port)" : "[\(host)]:\(port)"
  }
}
