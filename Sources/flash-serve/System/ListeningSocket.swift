import CMicroHTTPD
import FlashServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to socket(2), bind(2), listen(2) and getsockname(2).

/// A socket that listens, made here or given by whoever started us.
@safe
struct ListeningSocket {
  let number: Int32

  /// Connections that wait to be taken.
  private static let backlog: Int32 = 512
  /// The first socket that systemd hands over.
  /// - Source: sd_listen_fds(3).
  private static let firstGiven: Int32 = 3

  /// Listens at an address.
  /// - Throws: ``ServeError/cannotListen(address:reason:)``.
  init(at address: ListenAddress) throws(ServeError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let family = address.host.isVersion4 ? AF_INET : AF_INET6
    let made = socket(family, kind, 0)
    guard made >= 0 else { throw ListeningSocket.failure(address) }
    var yes: Int32 = 1
    unsafe setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard ListeningSocket.name(made, address), listen(made, ListeningSocket.backlog) == 0 else {
      let failure = ListeningSocket.failure(address)
      close(made)
      throw failure
    }
    number = made
  }

  /// The socket that systemd, or another that does as it does, has opened for us.
  /// - Returns: nil if there is none.
  init?(given environment: (String) -> String?) {
    guard environment("LISTEN_PID") == "\(getpid())",
      let count = environment("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
    else { return nil }
    number = ListeningSocket.firstGiven
    // What we start is not to have it too.
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  /// Where it listens; nil for a socket of another kind.
  var address: ListenAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard unsafe getsockname(number, generic, &length) == 0 else { return nil }
        let text = unsafe MicroHTTPDMessages.text(of: generic)
        guard let host = IPAddress(text) else { return nil }
        let isVersion4 = unsafe generic.pointee.sa_family == sa_family_t(AF_INET)
        let port =
          isVersion4
          ? unsafe UnsafeRawPointer(generic).load(as: sockaddr_in.self).sin_port
          : unsafe UnsafeRawPointer(generic).load(as: sockaddr_in6.self).sin6_port
        return ListenAddress(host: host, port: UInt16(bigEndian: port))
      }
    }
  }

  private static func name(_ socket: Int32, _ address: ListenAddress) -> Bool {
    if address.host.isVersion4 {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = address.port.bigEndian
      unsafe withUnsafeMutableBytes(of: &place.sin_addr) {
        unsafe $0.copyBytes(from: address.host.bytes.suffix(4))
      }
      return unsafe withUnsafePointer(to: &place) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    var place = sockaddr_in6()
    place.sin6_family = sa_family_t(AF_INET6)
    place.sin6_port = address.port.bigEndian
    unsafe withUnsafeMutableBytes(of: &place.sin6_addr) {
      unsafe $0.copyBytes(from: address.host.bytes)
    }
    return unsafe withUnsafePointer(to: &place) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }

  private static func failure(_ address: ListenAddress) -> ServeError {
    .cannotListen(
      address: address.description, reason: unsafe String(cString: strerror(errno)).lowercased())
  }
}
