public import FlashModel
public import FlashSQL

/// Where accounts and their rows are kept.
///
/// Two kinds of tables: the directory (users, sign-ins, tokens, mail, jobs), and the rows of each
/// account. On PostgreSQL they stand in one database, keyed by user; embedded, each account has a
/// file of its own, so that no account waits for another's writes.
public protocol ServerStorage: Sendable {
  associatedtype Connection: SQLConnection

  /// One transaction that changes the directory.
  /// - Parameter deadline: when it is given up; nil for never.
  /// - Throws: `SQLError`, and what `body` throws; then nothing was changed.
  func directory<Result>(
    until deadline: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result

  /// Reads the directory, as it is at one moment.
  func readDirectory<Result>(
    until deadline: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result

  /// One transaction on an account's rows, with nobody else in it.
  /// - Throws: as ``directory(until:_:)``.
  func account<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result

  /// As ``account(_:until:_:)``, for so many rows into an account that has none that those who read
  /// from it may wait for a while.
  func fillAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result

  /// Reads an account's rows, as they are at one moment.
  func readAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result

  /// Removes everything of an account.
  func erase(_ user: UserID) throws

  /// Brings the schema up to date.
  func migrate() throws
}

/// As long as it takes.
extension ServerStorage {
  public func directory<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try directory(until: nil, body)
  }

  public func readDirectory<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try readDirectory(until: nil, body)
  }

  public func account<Result>(
    _ user: UserID, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try account(user, until: nil, body)
  }

  public func fillAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try account(user, until: deadline, body)
  }

  public func readAccount<Result>(
    _ user: UserID, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try readAccount(user, until: nil, body)
  }
}
