import FlashModel

/// Work that is done from time to time, whoever asks for it.
///
/// It does what there is to do at the moment of asking, so that a run that was cut, or one too many,
/// does no harm.
public struct Job<Storage: ServerStorage>: Sendable {
  /// As the contract lists it, such as `send_mail`.
  public let name: String
  public let summary: String
  /// Seconds between two runs.
  public let period: Int
  /// Whether there is anything to do, where that is cheaper to know than to try.
  let isWanted: @Sendable (Server<Storage>) throws -> Bool
  /// Does it, and says in a line what was done.
  let work: @Sendable (Server<Storage>, JobLease<Storage>) throws -> String

  init(
    _ name: String, _ summary: String, period: Int,
    isWanted: @escaping @Sendable (Server<Storage>) throws -> Bool = { _ in true },
    work: @escaping @Sendable (Server<Storage>, JobLease<Storage>) throws -> String
  ) {
    self.name = name
    self.summary = summary
    self.period = period
    self.isWanted = isWanted
    self.work = work
  }

  /// What came of asking for a run.
  public enum Outcome: Sendable, Hashable {
    /// A line that says what was done.
    case done(String)
    /// Another process is at it.
    case held
    /// Its time has not come, or there is nothing to do.
    case notDue
  }

  /// Runs it, unless another process is at it.
  /// - Parameter onlyIfDue: whether to leave it if its last run is not long enough ago.
  /// - Throws: what the work throws; it is tried again in its turn.
  public func run(on server: Server<Storage>, onlyIfDue: Bool = false) throws -> Outcome {
    if onlyIfDue, try !JobLease.isDue(name, on: server) || !isWanted(server) { return .notDue }
    guard let lease = try JobLease(name, on: server, onlyIfDue: onlyIfDue) else { return .held }
    let began = server.timer()
    func release(_ outcome: String, hasFailed: Bool) throws {
      try lease.release(
        after: period, outcome: outcome, hasFailed: hasFailed,
        duration: (server.timer() - began) / 1_000)
    }
    do {
      let report = try work(server, lease)
      try release(report, hasFailed: false)
      return .done(report)
    } catch {
      let reason = (error as? any UserFacingError)?.message ?? "\(error)"
      // The first error is the one to tell; a lease that stays runs out by itself.
      try? release("failed: \(reason)", hasFailed: true)
      throw error
    }
  }
}
