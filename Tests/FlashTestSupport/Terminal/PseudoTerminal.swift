/// A program in a terminal that a test types into and looks at.
///
/// What the program writes is read while the test waits for something; nothing runs beside it. The
/// program is killed when the value goes away.
public final class PseudoTerminal {
  private var device: PseudoTerminalDevice
  private var leader: SessionLeader
  /// What the terminal shows, as far as it has been read.
  public private(set) var screen: ScreenEmulator
  /// All that was written.
  public private(set) var transcript: [UInt8] = []

  /// All that was written, as text with its control sequences.
  public var written: String { String(decoding: transcript, as: UTF8.self) }

  /// The modes of the terminal before the program started.
  public let firstModes: TerminalModes?

  /// Starts `program` as the leader of a session of its own, with the terminal as its three
  /// standard streams. The environment has `TERM=xterm-256color`, a UTF-8 locale and a plain
  /// `PATH`, and nothing inherited; `environment` stands over that.
  public init(
    _ program: Executable, _ arguments: [String] = [], environment: [String: String] = [:],
    in folder: String? = nil, rows: Int = 24, columns: Int = 80
  ) throws(PseudoTerminalError) {
    let all = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
      "HOME": "/nonexistent",
    ].merging(environment) { $1 }
    var command = [program.path] + arguments
    // A folder to start in cannot be asked of posix_spawn from Swift; env(1) does it.
    if let folder { command = ["/usr/bin/env", "-C", folder] + command }
    device = try PseudoTerminalDevice()
    device.resize(rows: rows, columns: columns)
    firstModes = TerminalModes(of: device.terminal)
    screen = ScreenEmulator(rows: rows, columns: columns)
    leader = try SessionLeader(command: command, environment: all, terminal: device.path)
  }

  deinit { leader.end() }

  /// The modes of the terminal now.
  public var modes: TerminalModes? { TerminalModes(of: device.terminal) }

  public var isRunning: Bool { !leader.hasEnded() }

  /// The program's process id.
  public var process: Int32 { leader.process }

  /// Types text; `\r` is the enter key, `\u{3}` ^C.
  public func send(_ text: String) { device.write(Array(text.utf8)) }

  /// Gives the window another size, of which the program hears by SIGWINCH.
  public func resize(rows: Int, columns: Int) {
    // What was drawn for the old size is on the screen before it changes.
    read(waiting: 0)
    screen.resize(rows: rows, columns: columns)
    device.resize(rows: rows, columns: columns)
  }

  public func signal(_ number: Int32) { leader.send(number) }

  /// Closes the window.
  public func hangUp() { device.hangUp() }

  /// Waits until the screen shows `text`.
  /// - Throws: `.timedOut` with the screen, at the deadline or if the program ended without it.
  public func wait(for text: String, within limit: Duration = .seconds(20))
    throws(PseudoTerminalError)
  {
    try wait(for: "'\(text)'", within: limit) { $0.screen.text.contains(text) }
  }

  /// Waits until `condition` holds.
  /// - Parameter description: what is waited for, for the error.
  public func wait(
    for description: String, within limit: Duration = .seconds(20),
    until condition: (PseudoTerminal) -> Bool
  ) throws(PseudoTerminalError) {
    let end = ContinuousClock.now + limit * Sanitizer.patience
    while !condition(self) {
      let ended = leader.hasEnded()
      read(waiting: 10)
      guard !condition(self) else { return }
      guard !ended, ContinuousClock.now < end else {
        throw .timedOut(waitingFor: description, status: leader.status, screen: screen.text)
      }
    }
  }

  /// Waits until the program has ended, and reads the last it wrote.
  public func waitForEnd(within limit: Duration = .seconds(20))
    throws(PseudoTerminalError) -> ProcessOutcome.Status
  {
    let end = ContinuousClock.now + limit * Sanitizer.patience
    while true {
      let ended = leader.hasEnded()
      read(waiting: ended ? 0 : 5)
      if ended, let status = leader.status { return status }
      guard ContinuousClock.now < end else {
        throw .timedOut(waitingFor: "the end", status: nil, screen: screen.text)
      }
    }
  }

  private func read(waiting milliseconds: Int32) {
    let bytes = device.read(waiting: milliseconds)
    transcript += bytes
    screen.feed(bytes)
  }
}

/// Why a program in a terminal did not do what was waited for.
public enum PseudoTerminalError: Error, Hashable {
  case cannotStart(String, errno: Int32)
  /// What the terminal showed at the deadline.
  case timedOut(waitingFor: String, status: ProcessOutcome.Status?, screen: String)
}
