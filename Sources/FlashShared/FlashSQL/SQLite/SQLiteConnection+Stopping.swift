internal import CSQLite

// Boundary to SQLite, with SQLiteConnection.swift: statements that are stopped halfway.

extension SQLiteConnection {
  /// Runs `body`, in which every statement fails with `.interrupted` once `isStopped` says so.
  ///
  /// The question is asked after each thousand steps of SQLite's machine, some hundred thousand times a
  /// second; those of a statement that is run many times count together. `begin`, `commit` and
  /// `rollback` take fewer steps than that, so a transaction ends as a whole.
  public func stopping<Result, Failure: Error>(
    when isStopped: @escaping () -> Bool, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let question = StopQuestion(isStopped)
    let context = unsafe Unmanaged.passUnretained(question).toOpaque()
    unsafe sqlite3_progress_handler(
      handle, 1_000, { unsafe SQLiteConnection.ask($0) }, context)
    defer {
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      // SQLite has had a pointer to it until now.
      withExtendedLifetime(question) {}
    }
    return try body()
  }

  /// A closure where SQLite can hold it.
  private final class StopQuestion {
    let isStopped: () -> Bool
    init(_ isStopped: @escaping () -> Bool) { self.isStopped = isStopped }
  }

  /// Called by SQLite, on the thread that steps the statement.
  private nonisolated static func ask(_ context: UnsafeMutableRawPointer?) -> CInt {
    guard let context = unsafe context else { return 0 }
    return unsafe Unmanaged<StopQuestion>.fromOpaque(context).takeUnretainedValue().isStopped()
      ? 1 : 0
  }
}
