import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns signals into bytes that a loop can wait for together with keys.
///
/// A pipe to oneself rather than signalfd, which other systems do not have. Watches nest: the
/// inner one hears the signals until it is gone.
final class SignalWatch {
  /// Ready to be read when a signal has come.
  let descriptor: Int32
  private let writing: Int32
  private let outerWriting: Int32
  private var actions = SignalActions()
  private var hasEnded = false

  /// The end of the pipe that the handler writes to, -1 for none.
  private static let target = Atomic<Int32>(-1)
  /// Interrupts since the outermost watch began.
  private static let interrupts = Atomic<Int>(0)

  init(_ signals: [TerminalSignal]) throws(TerminalError) {
    let ends = try DescriptorPair.pipe()
    descriptor = ends.reading
    writing = ends.writing
    outerWriting = Self.target.exchange(ends.writing, ordering: .acquiringAndReleasing)
    if outerWriting < 0 { Self.interrupts.store(0, ordering: .relaxed) }
    EmergencyRestore.handleCrashes(in: &actions)
    for signal in signals { actions.handle(signal.number) { SignalWatch.note($0) } }
  }

  deinit {
    end()
    close(descriptor)
    close(writing)
  }

  /// Puts back what was done on signals before.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    actions.restore()
    Self.target.store(outerWriting, ordering: .releasing)
  }

  /// The signals that came since the last call, in order.
  func received() -> [TerminalSignal] {
    guard DescriptorBytes.wait(for: [descriptor], atMost: .zero) == [true] else { return [] }
    let bytes = DescriptorBytes.read(descriptor, limit: 256) ?? []
    return bytes.compactMap { TerminalSignal(number: Int32($0)) }
  }

  /// Stops the process as the shell's ^Z does, and returns when it is continued.
  func stopProcess() {
    var actions = SignalActions()
    actions.takeDefault(SIGTSTP)
    raise(SIGTSTP)
    actions.restore()
  }

  /// Runs inside the handler: atomics and async-signal-safe calls only.
  private static func note(_ number: Int32) {
    let saved = errno
    if number == SIGINT, interrupts.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
      EmergencyRestore.end(by: number)
    }
    var byte = UInt8(truncatingIfNeeded: number)
    // A full pipe loses the byte, and already says that signals came.
    _ = unsafe write(target.load(ordering: .acquiring), &byte, 1)
    errno = saved
  }
}
