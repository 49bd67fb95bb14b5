import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a signal handler needs to give a terminal back when nothing else of the program runs any
/// more: on a second ^C, on ^\, on a crash.
///
/// One terminal at a time can be armed, which is all a process has.
enum EmergencyRestore {
  /// Lives outside of Swift's memory, so that a handler can read it at any moment.
  private struct Record {
    var descriptor: Int32
    var settings: termios
    /// Whether the alternate screen is to be left as well.
    var hasScreen: Bool
  }

  /// The address of the armed ``Record``, 0 if none is. A record is never freed, only reused: a
  /// handler may hold it.
  private static let armed = Atomic<UInt>(0)
  private static let spare = Atomic<UInt>(0)
  private static let crashes: [Int32] = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE,
  ]

  static func arm(_ descriptor: Int32, _ settings: TerminalSettings, hasScreen: Bool) {
    disarm()
    var address = spare.exchange(0, ordering: .acquiringAndReleasing)
    if address == 0 {
      let new = UnsafeMutablePointer<Record>.allocate(capacity: 1)
      address = UInt(bitPattern: new)
    }
    guard let record = unsafe UnsafeMutablePointer<Record>(bitPattern: address) else { return }
    unsafe record.initialize(
      to: Record(descriptor: descriptor, settings: settings.value, hasScreen: hasScreen))
    armed.store(address, ordering: .releasing)
  }

  static func disarm() {
    let address = armed.exchange(0, ordering: .acquiringAndReleasing)
    if address != 0 { spare.store(address, ordering: .releasing) }
  }

  /// Has crashes give the terminal back too, until `actions` are restored.
  static func handleCrashes(in actions: inout SignalActions) {
    for number in crashes { actions.handle(number) { EmergencyRestore.end(by: $0) } }
  }

  /// Gives the terminal back and dies of the signal. Async-signal-safe.
  static func end(by number: Int32) {
    let address = armed.exchange(0, ordering: .acquiringAndReleasing)
    if let record = unsafe UnsafeMutablePointer<Record>(bitPattern: address) {
      if unsafe record.pointee.hasScreen { leaveScreen(unsafe record.pointee.descriptor) }
      // TCSANOW: nothing may wait here.
      unsafe tcsetattr(record.pointee.descriptor, TCSANOW, &record.pointee.settings)
    }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// The bytes of ``ScreenControl/leave`` as a constant of the program, without an allocation.
  private static func leaveScreen(_ descriptor: Int32) {
    let bytes: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    _ = unsafe write(descriptor, bytes.utf8Start, bytes.utf8CodeUnitCount)
  }
}
