import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A signal that asks a command to stop.
public struct Signal: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) { self.number = number }

  public static let interrupt = Signal(number: SIGINT)
  public static let terminate = Signal(number: SIGTERM)
  public static let hangUp = Signal(number: SIGHUP)
  public static let brokenPipe = Signal(number: SIGPIPE)
}

/// The process's signal handlers and the one flag that they set.
enum SignalState {
  /// The number of the first signal that asked to stop, 0 if none did.
  private static let received = Atomic<Int32>(0)

  static var stopRequest: Signal? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : Signal(number: number)
  }

  /// Notes SIGINT, SIGTERM and SIGHUP instead of dying of them, and sets SIGPIPE.
  ///
  /// A signal that the parent ignores (`nohup`, a background job) stays ignored, SIGPIPE apart:
  /// systemd starts services with it ignored, and a filter must die of it all the same.
  static func install(ignoringBrokenPipe: Bool) {
    // Also makes sure that the flag exists before a handler can touch it.
    received.store(0, ordering: .relaxed)
    signal(SIGPIPE, ignoringBrokenPipe ? SIG_IGN : SIG_DFL)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      var action = sigaction()
      action.setHandler { number in SignalState.note(number) }
      // Without SA_RESTART, so that a read that waits for input comes back.
      action.sa_flags = 0
      unsafe sigemptyset(&action.sa_mask)
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Waits until `descriptor` can be read or a signal asks to stop.
  ///
  /// The signals are blocked but for the wait itself, so that none can slip in between the look at
  /// the flag and the wait, which would then last until somebody types.
  static func waitForInput(on descriptor: Descriptor) {
    guard descriptor.number < Int32(FD_SETSIZE) else { return }
    var stopping = sigset_t()
    unsafe sigemptyset(&stopping)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&stopping, number) }
    var usual = sigset_t()
    unsafe sigprocmask(SIG_BLOCK, &stopping, &usual)
    defer { unsafe sigprocmask(SIG_SETMASK, &usual, nil) }
    guard stopRequest == nil else { return }
    var waiting = fd_set()
    // FD_SET is a macro that Swift does not see; the bits are numbered from the lowest byte.
    unsafe withUnsafeMutableBytes(of: &waiting) { bytes in
      unsafe bytes[Int(descriptor.number / 8)] |= 1 << UInt8(descriptor.number % 8)
    }
    unsafe pselect(descriptor.number + 1, &waiting, nil, nil, nil, &usual)
  }

  /// Runs inside the handler: only atomics and async-signal-safe calls.
  private static func note(_ number: Int32) {
    let (isFirst, _) = received.compareExchange(
      expected: 0, desired: number, ordering: .relaxed)
    guard !isFirst, number == SIGINT else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Dies of `which`, so that the parent sees a process ended by it.
  static func end(by which: Signal) -> Never {
    signal(which.number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, which.number)
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
    raise(which.number)
    exit(128 + which.number)
  }

  /// Calls `body` while a write into a pipe that nobody reads fails instead of ending the process.
  static func withBrokenPipeIgnored<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    try body()
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return action.isIgnored
  }
}

extension sigaction {
  fileprivate mutating func setHandler(_ handler: @escaping @convention(c) (Int32) -> Void) {
    #if canImport(Glibc)
      unsafe __sigaction_handler.sa_handler = handler
    #else
      unsafe __sigaction_u.__sa_handler = handler
    #endif
  }

  mutating func ignoreSignal() {
    #if canImport(Glibc)
      unsafe __sigaction_handler.sa_handler = SIG_IGN
    #else
      __sigaction_u.__sa_handler = SIG_IGN
    #endif
  }

  fileprivate var isIgnored: Bool {
    #if canImport(Glibc)
      let handler = unsafe __sigaction_handler.sa_handler
    #else
      let handler = unsafe __sigaction_u.__sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
