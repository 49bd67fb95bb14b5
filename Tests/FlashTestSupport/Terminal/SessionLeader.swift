#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that runs in a terminal of its own, as one started in a new window does.
@safe struct SessionLeader {
  let process: pid_t
  private(set) var status: ProcessOutcome.Status?

  /// `POSIX_SPAWN_SETSID`, which Glibc hides from Swift.
  #if os(Linux)
    private static let newSession: Int32 = 0x80
  #else
    private static let newSession: Int32 = 0x400
  #endif

  /// Starts `command` in a new session whose terminal is the one at `path`: a session's leader
  /// gets the first terminal that it opens.
  init(command: [String], environment: [String: String], terminal path: String)
    throws(PseudoTerminalError)
  {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags) | Int16(Self.newSession))

    var process = pid_t()
    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let all = Sanitizer.options.merging(environment) { $1 }
    let variables = unsafe all.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    let error = SpawnLock.with {
      unsafe posix_spawn(&process, command[0], &actions, &attributes, arguments, variables)
    }
    guard error == 0 else { throw .cannotStart(command[0], errno: error) }
    self.process = process
  }

  /// Whether the program has ended; reaps it.
  mutating func hasEnded() -> Bool {
    if status != nil { return true }
    var word: Int32 = 0
    guard unsafe waitpid(process, &word, WNOHANG) == process else { return false }
    let signal = word & 0x7F
    status = signal == 0 ? .exited((word >> 8) & 0xFF) : .signaled(signal)
    return true
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Ends the program and whatever runs in its process group.
  mutating func end() {
    guard status == nil else { return }
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
    var word: Int32 = 0
    _ = unsafe waitpid(process, &word, 0)
    status = .signaled(SIGKILL)
  }
}
