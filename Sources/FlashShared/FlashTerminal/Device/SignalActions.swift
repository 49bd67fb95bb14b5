#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the process does on signals, to be put back later. The boundary to sigaction.
@safe
struct SignalActions {
  private var saved: [(number: Int32, action: sigaction)] = []

  /// Sets a C handler and remembers what was there. A signal that was ignored (`nohup`, a shell
  /// without job control) stays ignored.
  mutating func handle(_ number: Int32, with handler: @convention(c) (Int32) -> Void) {
    let before = Self.current(number)
    guard !before.isIgnored else { return }
    var action = sigaction()
    action.setHandler(handler)
    // Without SA_RESTART, so that whatever waits for input comes back and looks.
    action.sa_flags = 0
    unsafe sigemptyset(&action.sa_mask)
    set(number, to: action, from: before)
  }

  /// Ignores a signal and remembers what was there.
  mutating func ignore(_ number: Int32) {
    var action = sigaction()
    action.setHandler(SIG_IGN)
    set(number, to: action, from: Self.current(number))
  }

  /// Takes the default action and remembers what was there; what was ignored stays so.
  mutating func takeDefault(_ number: Int32) {
    let before = Self.current(number)
    guard !before.isIgnored else { return }
    set(number, to: sigaction(), from: before)
  }

  /// Puts back what was there before, the latest first.
  mutating func restore() {
    for (number, action) in saved.reversed() {
      var action = action
      unsafe sigaction(number, &action, nil)
    }
    saved = []
  }

  static func isIgnored(_ number: Int32) -> Bool { current(number).isIgnored }

  private mutating func set(_ number: Int32, to action: sigaction, from before: sigaction) {
    var action = action
    unsafe sigaction(number, &action, nil)
    saved.append((number, before))
  }

  private static func current(_ number: Int32) -> sigaction {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return action
  }
}

extension sigaction {
  fileprivate mutating func setHandler(_ handler: (@convention(c) (Int32) -> Void)?) {
    #if canImport(Glibc)
      unsafe __sigaction_handler.sa_handler = handler
    #else
      unsafe __sigaction_u.__sa_handler = handler
    #endif
  }

  fileprivate var isIgnored: Bool {
    #if canImport(Glibc)
      let handler = unsafe __sigaction_handler.sa_handler
    #else
      let handler = unsafe __sigaction_u.__sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
