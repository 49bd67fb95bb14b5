public import FlashCommand
public import FlashStore

extension CommandContext {
  /// Makes a change that may take long; a signal that asks to stop undoes it.
  /// - Throws: ``Interrupted`` then; what `change` throws.
  public func stoppable<Result>(
    _ store: Store, _ change: () throws -> Result
  ) throws -> Result {
    let isStopped = { interrupted != nil }
    do {
      return try store.stopping(when: isStopped, change)
    } catch {
      // Whatever the statement that was stopped says: it is the signal that is told.
      if let signal = interrupted { throw Interrupted(by: signal) }
      throw error
    }
  }
}
