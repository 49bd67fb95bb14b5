import CMicroHTTPD
import FlashServer
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to libmicrohttpd, with MicroHTTPDMessages.swift: past these files nothing sees a pointer.

/// The listener: assembles requests, has them answered, and keeps connections within their limits.
///
/// A thread a connection, so that an answer that takes long holds nobody up.
@safe
final class HTTPDaemon: @unchecked Sendable {
  // Unchecked: `daemon` is written by `init` before a callback can use it, and by `stop`, which
  // waits for all callbacks; what callbacks share stands in `connections`, under its mutex, which
  // only opening and closing take, and whoever looks after all of them.
  private let service: HTTPService
  private let limits: HTTPLimits
  private let trusted: @Sendable (String) -> Bool
  private let clock: @Sendable () -> Int64
  private var daemon: OpaquePointer?
  private let connections = Mutex(OpenConnections())
  private let socket: Int32

  /// Begins to listen.
  /// - Parameters:
  ///   - socket: bound, listening; it is closed by ``stop()``.
  ///   - trusted: whether an address is that of a proxy, for which no limit by address holds.
  ///   - clock: milliseconds that never go back.
  /// - Returns: nil if the library could not start.
  init?(
    socket: Int32, limits: HTTPLimits, trusted: @escaping @Sendable (String) -> Bool,
    clock: @escaping @Sendable () -> Int64, service: @escaping HTTPService
  ) {
    self.socket = socket
    self.service = service
    self.limits = limits
    self.trusted = trusted
    self.clock = clock
    unsafe daemon = nil
    let flags =
      MHD_USE_THREAD_PER_CONNECTION.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
      | MHD_USE_POLL.rawValue | MHD_USE_ITC.rawValue
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe daemon = unsafe flash_mhd_start(
      UInt32(flags), socket,
      { context, connection, _, method, _, data, size, request in
        unsafe HTTPDaemon.access(context, connection, method, data, size, request)
      },
      { context, target, connection in unsafe HTTPDaemon.named(context, target, connection) },
      { context, connection, request, _ in
        unsafe HTTPDaemon.completed(context, connection, request)
      },
      { context, connection, progress, what in
        unsafe HTTPDaemon.changed(context, connection, progress, what)
      },
      { context, address, _ in unsafe HTTPDaemon.accepts(context, address) },
      context, UInt32(limits.connections), UInt32(limits.idle), 2 * limits.head + (16 << 10))
    guard unsafe daemon != nil else { return nil }
  }

  deinit { stop() }

  /// Takes no new connections; those that are being answered go on.
  func quiesce() {
    if let daemon = unsafe daemon { unsafe MHD_quiesce_daemon(daemon) }
  }

  /// How many requests are being read or answered.
  var requestsInProgress: Int { connections.withLock { $0.requests } }

  var openConnections: Int { connections.withLock { $0.count } }

  /// Ends every connection and gives everything back.
  func stop() {
    guard let running = unsafe daemon else { return }
    // Without this the library would close the socket itself.
    unsafe MHD_quiesce_daemon(running)
    unsafe MHD_stop_daemon(running)
    unsafe daemon = nil
    close(socket)
  }

  /// Ends connections that take too long over a head or a body. Called every second or so.
  func reap() {
    let now = clock()
    connections.withLock { connections in
      // Under the lock, as a connection whose socket the library closes is taken out first: the
      // number can't be another's by now. The library notices the end of the stream.
      for descriptor in connections.late(at: now, limits) {
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
    }
  }
}

// MARK: - Callbacks

extension HTTPDaemon {
  /// Called by the library once a request line is there.
  private nonisolated static func named(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
  ) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context, let connection = unsafe connection else { return nil }
    let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    unsafe progress(of: connection)?.named(at: daemon.clock())
    let text = unsafe target.map { unsafe String(cString: $0) } ?? ""
    return unsafe Unmanaged.passRetained(RequestAssembly(target: text)).toOpaque()
  }

  /// Called by the library: once with the head, for each piece of the body, and at its end.
  private nonisolated static func access(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ method: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection,
      let size = unsafe size, let known = unsafe request?.pointee
    else { return MHD_Result.NO }
    let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    let assembly = unsafe Unmanaged<RequestAssembly>.fromOpaque(known).takeUnretainedValue()
    let progress = unsafe progress(of: connection)
    if !assembly.hasHead {
      progress?.began(at: daemon.clock())
      let step = unsafe assembly.begin(
        method.map { unsafe String(cString: $0) } ?? "",
        MicroHTTPDMessages.fields(of: connection), from: MicroHTTPDMessages.peer(of: connection),
        daemon.limits, daemon.service)
      return unsafe daemon.follow(step, connection)
    }
    let count = unsafe size.pointee
    if count > 0 {
      unsafe size.pointee = 0
      progress?.took(count)
      return unsafe daemon.follow(
        assembly.take(UnsafeRawBufferPointer(start: data, count: count)), connection)
    }
    progress?.answering(at: daemon.clock())
    return unsafe MicroHTTPDMessages.queue(assembly.end(), on: connection, closing: false)
  }

  private func follow(_ step: RequestAssembly.Step, _ connection: OpaquePointer) -> MHD_Result {
    switch step {
    case .read: MHD_Result.YES
    case .drop: MHD_Result.NO
    case .answer(let response, let closing):
      unsafe MicroHTTPDMessages.queue(response, on: connection, closing: closing)
    }
  }

  /// Called by the library once a request is over, however it ended.
  private nonisolated static func completed(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) {
    if let context = unsafe context, let connection = unsafe connection {
      let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
      unsafe progress(of: connection)?.rest(at: daemon.clock())
    }
    guard let held = unsafe request?.pointee else { return }
    unsafe Unmanaged<RequestAssembly>.fromOpaque(held).release()
    unsafe request?.pointee = nil
  }

  /// Called by the library when a connection begins and ends, with a place to keep something of it.
  private nonisolated static func changed(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ what: MHD_ConnectionNotificationCode
  ) {
    guard let context = unsafe context, let connection = unsafe connection, let kept = unsafe kept
    else { return }
    let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    let descriptor = unsafe flash_mhd_socket(connection)
    if what.rawValue == 0 {
      let progress = ConnectionProgress(
        from: unsafe MicroHTTPDMessages.peer(of: connection), at: daemon.clock())
      unsafe kept.pointee = unsafe Unmanaged.passRetained(progress).toOpaque()
      daemon.connections.withLock { $0.open(descriptor, progress) }
    } else {
      daemon.connections.withLock { $0.close(descriptor) }
      guard let progress = unsafe kept.pointee else { return }
      unsafe kept.pointee = nil
      unsafe Unmanaged<ConnectionProgress>.fromOpaque(progress).release()
    }
  }

  /// How far a connection has come.
  private nonisolated static func progress(of connection: OpaquePointer) -> ConnectionProgress? {
    unsafe flash_mhd_kept(connection).map {
      unsafe Unmanaged<ConnectionProgress>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Called by the library before a connection is taken.
  private nonisolated static func accepts(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?
  ) -> MHD_Result {
    guard let context = unsafe context else { return MHD_Result.NO }
    let daemon = unsafe Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
    let address = unsafe MicroHTTPDMessages.text(of: address)
    if daemon.trusted(address) { return MHD_Result.YES }
    let count = daemon.connections.withLock { $0.count(of: address) }
    return count < daemon.limits.connectionsPerAddress ? MHD_Result.YES : MHD_Result.NO
  }
}
