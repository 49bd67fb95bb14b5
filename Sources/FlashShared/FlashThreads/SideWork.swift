internal import Synchronization

/// Work that runs beside the caller's, on a thread of its own: for a check that takes as long as all
/// the others together. It must use connections of its own.
///
/// The thread gets a closure that is `@Sendable`, and the result passes through a mutex.
public final class SideWork<Result: Sendable> {
  private let slot: Slot<Result>
  /// Nil once nobody owes it a join.
  private var thread: BackgroundThread?

  /// Begins the work; where no thread can be made, it is done at once.
  public init(_ body: @escaping @Sendable () -> Result) {
    let slot = Slot<Result>()
    self.slot = slot
    thread = BackgroundThread { slot.put(body()) }
    if thread == nil { slot.put(body()) }
  }

  deinit {
    // Whoever is not waited for gives back what it has by itself.
    thread?.letGo()
  }

  /// The result, if the work has ended.
  public var resultIfThere: Result? { slot.take() }

  /// Waits for the result.
  public func result() -> Result {
    thread?.join()
    thread = nil
    while true {
      // It is there: the thread has put it before its end.
      if let result = slot.take() { return result }
      BackgroundThread.pause(milliseconds: 10)
    }
  }

  /// Waits for the result, calling `check` meanwhile, a hundred times a second.
  /// - Throws: what `check` throws; the work then goes on, and nobody waits for it.
  public func result(_ check: () throws -> Void) rethrows -> Result {
    while true {
      if let result = slot.take() {
        thread?.join()
        thread = nil
        return result
      }
      try check()
      BackgroundThread.pause(milliseconds: 10)
    }
  }
}

/// Where a result waits.
private final class Slot<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)

  func put(_ value: Result) { result.withLock { $0 = value } }

  func take() -> Result? { result.withLock { $0 } }
}
