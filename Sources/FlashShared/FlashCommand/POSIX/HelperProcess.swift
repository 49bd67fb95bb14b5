#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A helper program that a command starts and waits for, such as `man` or `jq`. The boundary to
/// `posix_spawn`.
public struct HelperProcess: Sendable {
  /// Where one of the child's standard streams leads.
  public enum Stream: Sendable {
    case inherited
    case null
    case descriptor(Descriptor)
  }

  public enum Ending: Sendable, Hashable {
    case exited(Int32)
    case signalled(Signal)
    /// The program does not exist or cannot be run.
    case notFound
  }

  let identifier: pid_t

  /// Starts `program`, searched for in `PATH`; nil if that cannot be done. The child has the usual
  /// signal actions and none of this process's other descriptors, which are close-on-exec.
  public static func start(
    _ program: String, _ arguments: [String], input: Stream = .inherited,
    output: Stream = .inherited, errors: Stream = .inherited
  ) -> HelperProcess? {
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
    for (number, stream) in [(0, input), (1, output), (2, errors)] as [(Int32, Stream)] {
      switch stream {
      case .inherited: break
      case .null:
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let descriptor):
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
      }
    }
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP] {
      unsafe sigaddset(&defaults, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var strings = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe strings.forEach { unsafe free($0) } }
    var identifier = pid_t()
    let failure = unsafe posix_spawnp(
      &identifier, program, &actions, &attributes, &strings, environ)
    return failure == 0 ? HelperProcess(identifier: identifier) : nil
  }

  /// Waits for the child's end. While it owns the terminal, SIGINT and SIGQUIT are its own.
  public func wait() -> Ending {
    var ignored = sigaction()
    ignored.ignoreSignal()
    var interrupt = sigaction()
    var quit = sigaction()
    unsafe sigaction(SIGINT, &ignored, &interrupt)
    unsafe sigaction(SIGQUIT, &ignored, &quit)
    defer {
      unsafe sigaction(SIGINT, &interrupt, nil)
      unsafe sigaction(SIGQUIT, &quit, nil)
    }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) == -1 {
      guard errno == EINTR else { return .notFound }
    }
    // WIFEXITED and its kin are macros that Swift does not see.
    let signalNumber = status & 0x7F
    guard signalNumber == 0 else { return .signalled(Signal(number: signalNumber)) }
    let code = status >> 8 & 0xFF
    return code == 127 ? .notFound : .exited(code)
  }

  /// Starts a program and waits for it.
  public static func run(
    _ program: String, _ arguments: [String], input: Stream = .inherited,
    output: Stream = .inherited, errors: Stream = .inherited
  ) -> Ending {
    start(program, arguments, input: input, output: output, errors: errors)?.wait() ?? .notFound
  }

  /// A pipe whose ends no other child inherits; nil if the system has no descriptors left.
  public static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var ends: [Int32] = [0, 0]
    guard unsafe Self.open(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  private static func open(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.pipe(ends)
    #else
      unsafe Darwin.pipe(ends)
    #endif
  }
}
