public import FlashModel
import FlashSQL

/// Until when the work of a request may go on.
///
/// Whoever has a request of its own waiting in line behind this one is served by then, too: it came
/// later, so that its own time ends later.
public struct Deadline: Sendable {
  /// On the clock of `timer`.
  private let end: Int64
  private let timer: @Sendable () -> Int64

  /// - Parameters:
  ///   - milliseconds: from now on.
  ///   - timer: microseconds that never go back.
  public init(milliseconds: Int64, timer: @escaping @Sendable () -> Int64) {
    end = timer() + milliseconds * 1_000
    self.timer = timer
  }

  public var isOver: Bool { timer() >= end }

  /// Milliseconds that are left; at least 1.
  public var left: Int64 { max(1, (end - timer() + 999) / 1_000) }
}

/// A storage as a request sees it: what is not done by its deadline is given up, as if it had never
/// begun, and fails with `SQLError.interrupted`.
public struct TimedStorage<Base: ServerStorage>: ServerStorage {
  public typealias Connection = Base.Connection

  let base: Base
  let deadline: Deadline?

  public func directory<Result>(
    until _: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try base.directory(until: deadline, body)
  }

  public func readDirectory<Result>(
    until _: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try base.readDirectory(until: deadline, body)
  }

  public func account<Result>(
    _ user: UserID, until _: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try base.account(user, until: deadline, body)
  }

  public func fillAccount<Result>(
    _ user: UserID, until _: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try base.fillAccount(user, until: deadline, body)
  }

  public func readAccount<Result>(
    _ user: UserID, until _: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try base.readAccount(user, until: deadline, body)
  }

  public func erase(_ user: UserID) throws { try base.erase(user) }
  public func migrate() throws { try base.migrate() }
}
