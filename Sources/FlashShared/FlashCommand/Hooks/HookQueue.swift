internal import FlashThreads
internal import Synchronization

/// Runs of one hook beside what its command does, one after the other, in the order in which they
/// were asked for.
///
/// A thread works for as long as there is something to do. What it found out waits in the queue, for
/// only the command itself writes to its streams.
public final class HookQueue: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var reports: [HookReport] = []
    var isWorking = false
    var isCancelled = false
  }

  private let hook: Hook
  private let state = Mutex(State())

  /// Reports that are kept; of more, only failures count.
  private static let mostReports = 1_000

  public init(_ hook: Hook) { self.hook = hook }

  /// Has the hook run once what was asked for before is done.
  public func add(_ payload: HookPayload) {
    let bytes = payload.bytes
    let isIdle = state.withLock { state in
      state.waiting.append(bytes)
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if isIdle { BackgroundThread.run { self.work() } }
  }

  /// How many runs are not done.
  public var backlog: Int {
    state.withLock { $0.waiting.count + ($0.isWorking ? 1 : 0) }
  }

  /// What has been found out since this was last asked.
  public func takeReports() -> [HookReport] {
    state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  /// Waits for the runs.
  /// - Parameters:
  ///   - backlog: so many of them are left to be done later.
  ///   - limit: how long to wait at most; nil for as long as it takes.
  ///   - isCancelled: asked every few milliseconds.
  /// - Returns: how many runs were given up; the hook that was running has been killed then.
  public func wait(
    untilAtMost backlog: Int = 0, within limit: Duration? = nil, isCancelled: () -> Bool
  ) -> Int {
    let end = limit.map { ContinuousClock.now + $0 }
    while self.backlog > backlog {
      if isCancelled() || end.map({ $0 <= .now }) == true { return cancel() }
      BackgroundThread.pause(milliseconds: 5)
    }
    return 0
  }

  private func cancel() -> Int {
    let lost = state.withLock { state in
      state.isCancelled = true
      defer { state.waiting = [] }
      return state.waiting.count + (state.isWorking ? 1 : 0)
    }
    // The one that runs is killed within some milliseconds.
    for _ in 0..<200 where backlog > 0 { BackgroundThread.pause(milliseconds: 5) }
    return lost
  }

  private func work() {
    while let payload = next() {
      let report = hook.run(payload) { self.state.withLock(\.isCancelled) }
      state.withLock { state in
        if state.isCancelled { return }
        if report.failure != nil || state.reports.count < Self.mostReports {
          state.reports.append(report)
        }
      }
    }
  }

  private func next() -> [UInt8]? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isCancelled else {
        state.isWorking = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
