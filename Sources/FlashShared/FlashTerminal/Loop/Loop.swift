public import FlashModel

/// How a loop ended.
public struct LoopEnding<Model> {
  public enum Cause: Sendable, Hashable {
    /// The program said so.
    case finished
    /// No more keys can come.
    case endOfInput
    /// The signal was raised again for whoever handled it before the loop, and for whom the
    /// process goes on to put its own things in order.
    case signal(TerminalSignal)
  }

  public let model: Model
  public let cause: Cause
}

/// Runs a ``Program``: waits for keys, time and signals, updates, performs, draws.
public struct Loop<P: Program> {
  private let program: P
  private let session: TerminalSession
  private let clock: () -> Timestamp
  private let perform: (P.Effect, TerminalSession) throws -> [P.Message]
  private var model: P.Model
  private var decoder = KeyDecoder()
  private var wakeTime: ContinuousClock.Instant?
  private var cause: LoopEnding<P.Model>.Cause?

  /// How long the rest of an escape sequence may take.
  private static var sequenceDelay: Duration { .milliseconds(50) }

  /// Runs `program` until it finishes, its input ends or a signal ends it. The terminal is as
  /// before on every way out.
  /// - Parameters:
  ///   - first: the first model and its effects. A signal that came before the loop heard any is
  ///     for one of these effects to find, where `perform` looks for it.
  ///   - clock: the time that events are given.
  ///   - perform: performs an effect and returns the messages that answer it. An error ends the
  ///     loop and is thrown on.
  /// - Throws: `TerminalError.system` if the terminal cannot be set up; whatever `perform` throws.
  public static func run(
    _ program: P, from first: Next<P.Model, P.Effect>, on terminal: consuming TerminalHandle,
    appearance: Appearance, clock: @escaping () -> Timestamp,
    perform: @escaping (P.Effect, TerminalSession) throws -> [P.Message]
  ) throws -> LoopEnding<P.Model> {
    let session = try TerminalSession(terminal, appearance)
    defer { session.end() }
    var loop = Loop(
      program: program, session: session, clock: clock, perform: perform, model: first.model)
    let cause = try loop.run(from: first)
    if case .signal(let signal) = cause {
      session.end()
      signal.raise()
    }
    return LoopEnding(model: loop.model, cause: cause)
  }

  private init(
    program: P, session: TerminalSession, clock: @escaping () -> Timestamp,
    perform: @escaping (P.Effect, TerminalSession) throws -> [P.Message], model: P.Model
  ) {
    self.program = program
    self.session = session
    self.clock = clock
    self.perform = perform
    self.model = model
  }

  private mutating func run(
    from first: Next<P.Model, P.Effect>
  ) throws -> LoopEnding<P.Model>.Cause {
    try take(first)
    while true {
      try handleSignals()
      if let cause { return cause }
      let screen = program.view(model, session.size)
      try attempt { session throws(TerminalError) in try session.draw(screen) }
      if let cause { return cause }
      try waitForEvents()
      if let cause { return cause }
    }
  }

  private mutating func waitForEvents() throws {
    let limit = decoder.isWaiting ? Self.sequenceDelay : wakeTime.map { max(.zero, $0 - .now) }
    if let bytes = session.waitForInput(atMost: limit) {
      guard !bytes.isEmpty else { return try endInput() }
      try press(decoder.feed(bytes))
    } else if decoder.isWaiting {
      try press(decoder.flush())
    } else if let wakeTime, wakeTime <= .now {
      try send(.woke)
    }
  }

  /// A window that is closed ends the input and raises SIGHUP, which then is the reason to give.
  private mutating func endInput() throws {
    if let signal = session.signals.received().first(where: \.isEnding) {
      try end(.signal(signal), with: .interrupted(signal))
    } else {
      try end(.endOfInput, with: .endOfInput)
    }
  }

  /// A terminal that fails has gone: the program settles as at the end of its input.
  private mutating func attempt(_ use: (TerminalSession) throws(TerminalError) -> Void) throws {
    do { try use(session) } catch { try endInput() }
  }

  /// Keys that were read together: once one of them made the program forget what was typed, the
  /// rest of them was typed ahead too.
  private mutating func press(_ keys: [Key]) throws {
    let discards = session.discards
    for key in keys where cause == nil && session.discards == discards {
      try send(.key(key))
    }
  }

  private mutating func handleSignals() throws {
    let received = session.signals.received()
    // A closed window also sends SIGCONT, and there is no terminal to resume on.
    if let signal = received.first(where: \.isEnding) {
      return try end(.signal(signal), with: .interrupted(signal))
    }
    for signal in received where cause == nil {
      switch signal {
      case .interrupt, .terminate, .hangUp: break
      case .resize: try send(.resized(session.size))
      case .stop: try attempt { session throws(TerminalError) in try session.stop() }
      case .resume:
        // Also after a SIGSTOP, before which nothing could be put in order.
        try attempt { session throws(TerminalError) in try session.enter() }
        if cause == nil { try send(.resumed) }
      }
    }
  }

  private mutating func send(_ event: Event<P.Message>) throws {
    try take(program.update(model, event, at: clock()))
  }

  private mutating func end(
    _ cause: LoopEnding<P.Model>.Cause, with event: Event<P.Message>
  ) throws {
    try send(event)
    self.cause = cause
  }

  /// Makes a step: its model, its effects, and the steps that follow from their messages.
  private mutating func take(_ step: Next<P.Model, P.Effect>) throws {
    var messages = try make(step)[...]
    while let message = messages.popFirst() {
      messages += try make(program.update(model, .message(message), at: clock()))
    }
    wakeTime = program.wake(model).map { .now + $0 }
  }

  private mutating func make(_ step: Next<P.Model, P.Effect>) throws -> [P.Message] {
    model = step.model
    if step.isFinished { cause = cause ?? .finished }
    return try step.effects.flatMap { try perform($0, session) }
  }
}
