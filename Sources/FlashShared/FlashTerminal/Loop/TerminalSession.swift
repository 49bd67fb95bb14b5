/// A terminal that a program has to itself: raw mode, alternate screen, signals as events.
public final class TerminalSession {
  private let terminal: TerminalHandle
  private var painter: ScreenPainter
  /// The settings that the shell left, while ours are in force.
  private var original: TerminalSettings?
  /// Why the terminal could not be taken back after ``suspended(_:)``.
  private var failure: TerminalError?
  let signals: SignalWatch

  init(_ terminal: consuming TerminalHandle, _ appearance: Appearance) throws(TerminalError) {
    self.terminal = terminal
    painter = ScreenPainter(appearance)
    signals = try SignalWatch(TerminalSignal.allCases)
    try enter()
  }

  deinit { end() }

  /// The size of the window now.
  public var size: TerminalSize { terminal.size }

  /// Gives the terminal back while `body` runs, for an editor or a pager.
  public func suspended<Result>(_ body: () throws -> Result) rethrows -> Result {
    leave()
    defer {
      do throws(TerminalError) { try enter() } catch { failure = error }
    }
    return try body()
  }

  /// How often keys were forgotten.
  private(set) var discards = 0

  /// Forgets keys that were typed and have not been heard yet, so that impatience does not answer a
  /// question which has not been seen.
  public func discardTypedAhead() {
    discards += 1
    terminal.discardTypedAhead()
  }

  /// Sets raw mode and takes the alternate screen.
  func enter() throws(TerminalError) {
    let settings: TerminalSettings
    if let original { settings = original } else { settings = try terminal.settings() }
    original = settings
    EmergencyRestore.arm(terminal.input, settings, hasScreen: true)
    try terminal.apply(settings.raw)
    try terminal.write(ScreenControl.enter)
    painter.forget()
  }

  /// Puts everything back as it was before ``enter()``.
  func leave() {
    guard let settings = original else { return }
    original = nil
    // Both fail only if the terminal has gone, and then there is nothing to put back.
    try? terminal.write(ScreenControl.leave)
    try? terminal.apply(settings)
    EmergencyRestore.disarm()
  }

  /// Leaves for good: signals are again those of whoever handled them before.
  func end() {
    leave()
    signals.end()
  }

  func draw(_ screen: Screen) throws(TerminalError) {
    if let failure { throw failure }
    let bytes = painter.paint(screen, terminal.size)
    if !bytes.isEmpty { try terminal.write(bytes) }
  }

  /// Stops the process for the shell, and takes the terminal again when it goes on.
  func stop() throws(TerminalError) {
    leave()
    signals.stopProcess()
    try enter()
  }

  /// Waits for keys, a signal or the end of `limit`.
  /// - Returns: the bytes of keys, none at the end of input, nil if there are none yet.
  func waitForInput(atMost limit: Duration?) -> [UInt8]? {
    let ready = DescriptorBytes.wait(
      for: [terminal.input, signals.descriptor], atMost: limit)
    return ready[0] ? terminal.read() : nil
  }
}
