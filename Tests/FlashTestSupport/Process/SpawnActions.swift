import Glibc
import Synchronization

/// What is to be done to the descriptors of a program that is started.
@safe struct SpawnActions: ~Copyable {
  private var actions = unsafe posix_spawn_file_actions_t()
  /// The program's ends of the pipes, which are ours only until it runs.
  private var theirs: [Int32] = []

  init() {
    unsafe posix_spawn_file_actions_init(&actions)
    // Writing to a program that has ended must be an error here, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    var actions = unsafe actions
    unsafe posix_spawn_file_actions_destroy(&actions)
    for descriptor in theirs { close(descriptor) }
  }

  /// - Returns: what feeds the program, if anything has to.
  mutating func connect(input: ProcessInput) throws -> Pump? {
    switch input {
    case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 0)
    case .file(let path): unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    case .bytes(let bytes):
      let (reading, writing) = try pipe()
      attach(reading, as: 0)
      return Pump(writing: bytes, to: writing)
    }
    return nil
  }

  /// - Returns: what gathers the output, if it is gathered.
  mutating func connect(_ output: ProcessOutput, to number: Int32) throws -> Pump? {
    switch output {
    case .closed: unsafe posix_spawn_file_actions_addclose(&actions, number)
    case .file(let path):
      unsafe posix_spawn_file_actions_addopen(
        &actions, number, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    case .brokenPipe:
      let (reading, writing) = try pipe()
      close(reading)
      attach(writing, as: number)
    case .captured:
      let (reading, writing) = try pipe()
      attach(writing, as: number)
      return Pump(reading: reading)
    }
    return nil
  }

  /// Starts `command`, a process group of its own, with default signals.
  mutating func spawn(_ command: [String], environment: [String]) throws -> pid_t {
    // Whatever started the tests may have left descriptors open, and `FLASH_TRACE=7` would find one.
    for descriptor in Int32(3)...9 {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var everySignal = sigset_t()
    unsafe sigfillset(&everySignal)
    unsafe posix_spawnattr_setsigdefault(&attributes, &everySignal)
    var noSignal = sigset_t()
    unsafe sigemptyset(&noSignal)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignal)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process = pid_t()
    let error = unsafe withCStrings(command) { arguments in
      unsafe withCStrings(environment) { variables in
        SpawnLock.with {
          unsafe posix_spawn(&process, command[0], &actions, &attributes, arguments, variables)
        }
      }
    }
    guard error == 0 else { throw ExecutableError.cannotStart(command[0], errno: error) }
    return process
  }

  private mutating func attach(_ descriptor: Int32, as number: Int32) {
    theirs.append(descriptor)
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  /// A pipe whose ends close on exec from the start: another thread may start a program at any
  /// moment, so `pipe` and `fcntl` would not do, and Glibc hides `pipe2` from Swift.
  private func pipe() throws -> (reading: Int32, writing: Int32) {
    let serial = Self.serial.wrappingAdd(1, ordering: .relaxed).newValue
    let path = "/tmp/flash-test-pipe-\(getpid())-\(serial)"
    guard unsafe mkfifo(path, 0o600) == 0 else {
      throw ExecutableError.cannotStart(path, errno: errno)
    }
    defer { unsafe unlink(path) }
    let reading = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, 0) == 0 else {
      throw ExecutableError.cannotStart(path, errno: errno)
    }
    return (reading, writing)
  }

  private static let serial = Atomic<Int>(0)
}

/// Calls `body` with `strings` as an array of C strings that ends in nil.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = unsafe strings.map { unsafe strdup($0) }
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe body(copies + [nil])
}
