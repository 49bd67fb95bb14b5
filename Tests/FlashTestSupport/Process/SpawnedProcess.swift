import Glibc

/// A program on its way: its process and the ends of its pipes that are ours.
///
/// Every descriptor of ours closes on exec, so programs that tests start side by side do not hold
/// each other's pipes open.
final class SpawnedProcess {
  private let name: String
  private let process: pid_t
  private let input: Pump?
  private let output: Pump?
  private let errors: Pump?

  init(
    command: [String], environment: [String: String], input: ProcessInput, output: ProcessOutput,
    errors: ProcessOutput
  ) throws {
    name = command[0]
    var actions = SpawnActions()
    self.input = try actions.connect(input: input)
    self.output = try actions.connect(output, to: 1)
    self.errors = try actions.connect(errors, to: 2)
    let all = Sanitizer.options.merging(environment) { $1 }
    process = try actions.spawn(
      command, environment: all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
  }

  /// Feeds and drains the pipes until the program has ended.
  func finish(within limit: Duration) throws -> ProcessOutcome {
    let end = ContinuousClock.now + limit
    let pumps = [input, output, errors].compactMap { $0 }
    while true {
      let open = pumps.filter(\.isOpen)
      if open.isEmpty { break }
      var entries = open.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
      let ready = unsafe poll(&entries, nfds_t(entries.count), Int32(milliseconds(until: end)))
      if ready == 0 { try giveUp() }
      for (pump, entry) in zip(open, entries) where entry.revents != 0 { pump.step() }
    }
    return ProcessOutcome(
      status: try wait(until: end), outputBytes: output?.bytes ?? [],
      errorBytes: errors?.bytes ?? [])
  }

  private func milliseconds(until end: ContinuousClock.Instant) -> Int64 {
    let left = (end - .now).components
    return max(0, left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000)
  }

  private func wait(until end: ContinuousClock.Instant) throws -> ProcessOutcome.Status {
    var status: Int32 = 0
    while true {
      let result = unsafe waitpid(process, &status, WNOHANG)
      if result == process { break }
      // Its pipes are closed, so it is about to end; there is no portable wait with a limit.
      if ContinuousClock.now >= end { try giveUp() }
      usleep(500)
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }

  private func giveUp() throws -> Never {
    kill(-process, SIGKILL)
    var status: Int32 = 0
    _ = unsafe waitpid(process, &status, 0)
    throw ExecutableError.timedOut(
      name, output: String(decoding: output?.bytes ?? [], as: UTF8.self),
      errors: String(decoding: errors?.bytes ?? [], as: UTF8.self))
  }
}

/// Our end of one pipe and the bytes on their way through it.
final class Pump {
  let descriptor: Int32
  private(set) var isOpen = true
  private(set) var bytes: [UInt8]
  private let isWriting: Bool
  private var written = 0

  init(reading descriptor: Int32) {
    self.descriptor = descriptor
    bytes = []
    isWriting = false
  }

  init(writing bytes: [UInt8], to descriptor: Int32) {
    self.descriptor = descriptor
    self.bytes = bytes
    isWriting = true
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    if bytes.isEmpty { finish() }
  }

  deinit { finish() }

  var events: Int16 { Int16(isWriting ? POLLOUT : POLLIN) }

  /// Moves what can be moved without waiting.
  func step() {
    let count = isWriting ? writeSome() : readSome()
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 || (isWriting && written == bytes.count) { finish() }
  }

  private func readSome() -> Int {
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &block, block.count)
    if count > 0 { bytes += block[..<count] }
    return count
  }

  private func writeSome() -> Int {
    let rest = Array(bytes[written...])
    let count = unsafe write(descriptor, rest, rest.count)
    if count > 0 { written += count }
    return count
  }

  private func finish() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }
}
