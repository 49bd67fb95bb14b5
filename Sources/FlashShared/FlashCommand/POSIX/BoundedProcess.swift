#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that is given text, may write only so much, and has only so long. The boundary to
/// posix_spawn in a session of its own.
///
/// Without a controlling terminal it can neither read the keys that are meant for us nor be hit by
/// our ^C, and it can be killed with whatever it has started. A process that it leaves behind in
/// good order, such as a daemon, is waited for by nobody.
@safe public struct BoundedProcess {
  public enum Ending: Sendable, Hashable {
    case exited(Int32)
    case signalled(Signal)
    /// It took too long and was killed.
    case timedOut
    /// It was killed because nobody wants it any more.
    case cancelled
    /// It could not be started; the reason is the system's.
    case cannotRun(String)
  }

  /// What became of it.
  public struct Report: Sendable, Hashable {
    public let ending: Ending
    /// What it wrote on standard output and on standard error, as far as it is kept.
    public let output: [UInt8]
    public let errors: [UInt8]

    public var isSuccess: Bool { ending == .exited(0) }
  }

  // Part of the C library's interface, but only in headers that Swift does not see.
  #if canImport(Glibc)
    private static let ownSession: Int16 = 0x80
  #else
    private static let ownSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  private let identifier: pid_t
  private var input: Feed
  private var output: Drain
  private var errors: Drain

  /// Runs a program to its end.
  /// - Parameters:
  ///   - command: its absolute path and its arguments.
  ///   - environment: all that it sees.
  ///   - input: what it reads; one that reads only a part of it is no failure.
  ///   - limit: the bytes that are kept of each of its outputs; the rest is read and dropped.
  ///   - isCancelled: asked some fifty times a second.
  public static func run(
    _ command: [String], environment: [String: String], input: [UInt8] = [],
    within time: Duration, keeping limit: Int = 65_536, isCancelled: () -> Bool = { false }
  ) -> Report {
    guard var child = start(command, environment, input, limit) else {
      return Report(ending: .cannotRun(SystemError.last.description), output: [], errors: [])
    }
    var ending = Ending.cannotRun("no such program")
    BrokenPipeSignal.held { ending = child.finish(until: .now + time, isCancelled) }
    return Report(ending: ending, output: child.output.bytes, errors: child.errors.bytes)
  }

  /// Nil, and errno, if it cannot be started.
  private static func start(
    _ command: [String], _ environment: [String: String], _ input: [UInt8], _ limit: Int
  ) -> BoundedProcess? {
    guard let program = command.first, let ends = PipeEnds.three() else { return nil }
    #if canImport(Glibc)
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, end) in ends.theirs.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGTSTP] {
      unsafe sigaddset(&signals, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | ownSession)

    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var identifier = pid_t()
    let failure = unsafe posix_spawn(
      &identifier, program, &actions, &attributes, arguments, variables)
    for end in ends.theirs { close(end) }
    guard failure == 0 else {
      for end in ends.ours { close(end) }
      errno = failure
      return nil
    }
    return BoundedProcess(
      identifier: identifier, input: Feed(ends.ours[0], input),
      output: Drain(ends.ours[1], limit), errors: Drain(ends.ours[2], limit))
  }

  /// Feeds and drains until the program itself has ended, however long others hold its pipes.
  private mutating func finish(
    until end: ContinuousClock.Instant, _ isCancelled: () -> Bool
  ) -> Ending {
    defer { closeAll() }
    var pause: Int32 = 1
    while true {
      if let ending = reaped(waiting: false) {
        output.step()
        errors.step()
        return ending
      }
      let isLate = ContinuousClock.now >= end
      if isLate || isCancelled() {
        kill(-identifier, SIGKILL)
        kill(identifier, SIGKILL)
        _ = reaped(waiting: true)
        return isLate ? .timedOut : .cancelled
      }
      var entries = [input.entry, output.entry, errors.entry].compactMap { $0 }
      // The end of the pipes wakes this up; where somebody else holds them, it looks now and then.
      let hasPipes = output.entry != nil || errors.entry != nil
      pause = hasPipes ? 20 : min(pause * 2, 20)
      guard unsafe poll(&entries, nfds_t(entries.count), pause) > 0 else { continue }
      for entry in entries where entry.revents != 0 {
        switch entry.fd {
        case input.descriptor: input.step()
        case output.descriptor: output.step()
        default: errors.step()
        }
      }
      if output.entry == nil, errors.entry == nil, hasPipes { pause = 1 }
    }
  }

  private func reaped(waiting: Bool) -> Ending? {
    var status: Int32 = 0
    while true {
      let found = unsafe waitpid(identifier, &status, waiting ? 0 : WNOHANG)
      if found == 0 { return nil }
      if found == identifier { break }
      // Reaped by the system where SIGCHLD is ignored: nobody can tell how it ended.
      guard errno == EINTR else { return .exited(0) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(Signal(number: signal))
  }

  private mutating func closeAll() {
    input.finish()
    output.finish()
    errors.finish()
  }
}

/// The ends of the three pipes of a child, all closed on exec.
private struct PipeEnds {
  /// Input, output, errors.
  var ours: [Int32] = []
  var theirs: [Int32] = []

  /// Nil, and errno, if the system has no descriptors left. Our ends never wait.
  static func three() -> PipeEnds? {
    var ends = PipeEnds()
    for number in 0..<3 {
      guard let (reading, writing) = pair() else {
        let error = errno
        for end in ends.ours + ends.theirs { close(end) }
        errno = error
        return nil
      }
      ends.theirs.append(number == 0 ? reading : writing)
      ends.ours.append(number == 0 ? writing : reading)
    }
    for end in ends.ours { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    return ends
  }

  private static func pair() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// Bytes on their way into a child.
private struct Feed {
  private(set) var descriptor: Int32
  private var rest: ArraySlice<UInt8>

  init(_ descriptor: Int32, _ bytes: [UInt8]) {
    self.descriptor = descriptor
    rest = bytes[...]
    if bytes.isEmpty { finish() }
  }

  var entry: pollfd? {
    descriptor < 0 ? nil : pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  }

  mutating func step() {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) }
    // Whoever closes the pipe early has read enough.
    if rest.isEmpty || (count < 0 && errno != EINTR && errno != EAGAIN) { finish() }
  }

  mutating func finish() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}

/// What a child writes on one of its outputs.
private struct Drain {
  private(set) var descriptor: Int32
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(_ descriptor: Int32, _ limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  var entry: pollfd? {
    descriptor < 0 ? nil : pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  /// Takes what is there, at most a pipe's worth, so that one that writes without end is looked
  /// after all the same.
  mutating func step() {
    guard descriptor >= 0 else { return }
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &block, block.count)
    if count > 0 {
      bytes += block[..<min(count, limit - bytes.count)]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      finish()
    }
  }

  mutating func finish() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
