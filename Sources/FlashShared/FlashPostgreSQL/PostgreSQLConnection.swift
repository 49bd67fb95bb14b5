internal import CPostgreSQL
public import FlashSQL

// Boundary to libpq, with PostgreSQLStatement.swift: nothing outside these files sees a pointer.

/// One connection to a PostgreSQL server. Use it from one thread at a time.
@safe
public final class PostgreSQLConnection: SQLConnection {
  let handle: OpaquePointer
  private var cache: [String: PostgreSQLStatement] = [:]
  /// What the server is called in errors: no password stands in it.
  let place: String

  public var dialect: SQLDialect { .postgreSQL }

  /// Connects.
  /// - Parameter address: a URL or keywords, as libpq takes them.
  /// - Throws: `.cannotOpen`.
  public init(_ address: String) throws(SQLError) {
    let handle = unsafe PQconnectdb(address)
    guard let handle = unsafe handle, unsafe PQstatus(handle) == CONNECTION_OK else {
      let reason = unsafe handle.map { unsafe PostgreSQLConnection.reason(PQerrorMessage($0)) }
      unsafe PQfinish(handle)
      throw SQLError.cannotOpen(path: "postgres", reason: reason ?? "out of memory")
    }
    unsafe self.handle = handle
    place = unsafe String(cString: PQhost(handle)) + "/" + String(cString: PQdb(handle))
    // Notices of ours are of no use to anybody.
    unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
  }

  deinit {
    cache.removeAll()
    unsafe PQfinish(handle)
  }

  /// Whether the server still answers on it; a connection that does not is thrown away.
  public var isAlive: Bool { unsafe PQstatus(handle) == CONNECTION_OK }

  public var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

  public func statement(_ sql: String) throws(SQLError) -> PostgreSQLStatement {
    if let statement = cache[sql] {
      statement.reset()
      return statement
    }
    let statement = try PostgreSQLStatement(sql, name: "s\(cache.count)", on: self)
    cache[sql] = statement
    return statement
  }

  public func execute(_ sql: String) throws(SQLError) {
    let result = unsafe PQexec(handle, sql)
    defer { unsafe PQclear(result) }
    unsafe try check(result, sql)
  }

  /// - Throws: what the result says went wrong.
  func check(_ result: OpaquePointer?, _ sql: String) throws(SQLError) {
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: return
    default: throw unsafe error(result, sql)
    }
  }

  /// - Source: PostgreSQL's appendix A, error codes.
  private func error(_ result: OpaquePointer?, _ sql: String) -> SQLError {
    let reason = unsafe PostgreSQLConnection.reason(PQresultErrorMessage(result))
    let code =
      unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map {
        unsafe String(cString: $0)
      } ?? ""
    switch code.prefix(2) {
    case "08", "57": return isAlive ? .interrupted : .cannotOpen(path: place, reason: reason)
    case "23", "22": return .constraint(reason: reason)
    case "40", "55": return .busy(path: place)
    case "53": return code == "53100" ? .diskFull(path: place) : .busy(path: place)
    case "58": return .inputOutput(path: place, reason: reason)
    case "25":
      return code == "25006" ? .readOnly(path: place) : .statement(sql: sql, reason: reason)
    case "XX": return .corrupt(path: place, reason: reason)
    case "": return .cannotOpen(path: place, reason: reason)
    default: return .statement(sql: sql, reason: reason)
    }
  }

  private static func reason(_ message: UnsafeMutablePointer<CChar>?) -> String {
    guard let message = unsafe message else { return "no reason given" }
    let text = unsafe String(cString: message)
    let line = text.split(separator: "\n").first.map(String.init) ?? "no reason given"
    return line.hasPrefix("ERROR:  ") ? String(line.dropFirst(8)) : line
  }
}
