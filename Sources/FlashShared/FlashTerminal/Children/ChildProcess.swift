#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a child ended.
public enum ChildEnding: Sendable, Hashable {
  case exited(Int32)
  case signaled(Int32)

  public var isSuccess: Bool { self == .exited(0) }

  /// - Parameter word: what waitpid() gave.
  fileprivate init(status word: Int32) {
    let signal = word & 0x7F
    self = signal == 0 ? .exited((word >> 8) & 0xFF) : .signaled(signal)
  }
}

/// Runs programs that own the terminal while they run. The boundary to posix_spawn.
///
/// ^C and ^\ are theirs meanwhile, ^Z stops both. Every child is reaped; none gets a descriptor of
/// ours, since all of them close on exec.
public enum ChildProcess {
  /// Runs a program to its end, with our standard streams.
  /// - Parameters:
  ///   - command: the program's absolute path and its arguments.
  ///   - environment: all that it sees.
  ///   - input: what it reads as standard input instead of ours; a child that reads only a part
  ///     of it is no failure.
  /// - Throws: `.cannotRun` if it cannot be started.
  public static func run(
    _ command: [String], environment: [String: String], input: [UInt8]? = nil
  ) throws(TerminalError) -> ChildEnding {
    guard let program = command.first else { return .exited(0) }
    let defaults = [SIGINT, SIGQUIT, SIGTSTP].filter { !SignalActions.isIgnored($0) } + [SIGPIPE]
    var actions = SignalActions()
    for number in [SIGINT, SIGQUIT, SIGPIPE] { actions.ignore(number) }
    actions.takeDefault(SIGTSTP)
    defer { actions.restore() }

    let pipe = try input.map { _ throws(TerminalError) in try DescriptorPair.plainPipe() }
    let (process, error) = spawn(command, environment, input: pipe?.reading, defaults: defaults)
    if let pipe { close(pipe.reading) }
    if error == 0, let input, let pipe { feed(input, to: pipe.writing) }
    if let pipe { close(pipe.writing) }
    guard error == 0 else {
      throw .cannotRun(program: program, reason: TerminalError.reason(error))
    }
    return wait(for: process)
  }

  private static func spawn(
    _ command: [String], _ environment: [String: String], input: Int32?, defaults: [Int32]
  ) -> (process: pid_t, error: Int32) {
    var files = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&files)
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    if let input { unsafe posix_spawn_file_actions_adddup2(&files, input, 0) }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in defaults { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var process = pid_t()
    let error = unsafe posix_spawn(
      &process, command[0], &files, &attributes, arguments, variables)
    return (process, error)
  }

  private static func feed(_ bytes: [UInt8], to descriptor: Int32) {
    // The one failure is that the child reads no more, which is its right: a pager was quit.
    try? DescriptorBytes.write(bytes, to: descriptor)
  }

  private static func wait(for process: pid_t) -> ChildEnding {
    var word: Int32 = 0
    while unsafe waitpid(process, &word, 0) != process {
      // Somebody else reaped it, which nothing of ours does.
      guard errno == EINTR else { return .exited(0) }
    }
    return ChildEnding(status: word)
  }
}
