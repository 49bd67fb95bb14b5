internal import FlashSQL

extension Store {
  /// Runs `body`, in which a change that is under way is undone, and `.database(.interrupted)` thrown,
  /// once `isStopped` says so: what was committed before stays.
  public func stopping<Result, Failure: Error>(
    when isStopped: @escaping () -> Bool, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try connection.stopping(when: isStopped, body)
  }
}
