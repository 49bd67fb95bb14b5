internal import CPostgreSQL
public import FlashModel
public import FlashSQL

// Boundary to libpq, with PostgreSQLConnection.swift.

/// A prepared statement. Values travel in PostgreSQL's binary form both ways.
///
/// The server infers the type of a parameter from the statement, so that the 16 bytes of an id do for
/// a `uuid`; whole numbers are `bigint` wherever they stand.
@safe
public final class PostgreSQLStatement: SQLStatement {
  private unowned let connection: PostgreSQLConnection
  private let sql: String
  private let name: String
  private var parameters: [[UInt8]?]
  private var result: OpaquePointer?
  private var row: Int32 = -1

  init(_ sql: String, name: String, on connection: PostgreSQLConnection) throws(SQLError) {
    self.sql = sql
    self.name = name
    self.connection = connection
    parameters = []
    unsafe result = nil
    let prepared = unsafe PQprepare(connection.handle, name, sql, 0, nil)
    defer { unsafe PQclear(prepared) }
    unsafe try connection.check(prepared, sql)
    let described = unsafe PQdescribePrepared(connection.handle, name)
    defer { unsafe PQclear(described) }
    unsafe try connection.check(described, sql)
    parameters = unsafe Array(repeating: nil, count: Int(PQnparams(described)))
  }

  deinit { unsafe PQclear(result) }

  public func bind(_ value: SQLValue, at index: Int) {
    parameters[index - 1] =
      switch value {
      case .null: nil
      case .integer(let value): PostgreSQLStatement.bytes(UInt64(bitPattern: value))
      // A negative zero is a zero, as SQLite keeps it, so that both hold the same.
      case .double(let value): PostgreSQLStatement.bytes((value + 0).bitPattern)
      case .text(let value): Array(value.utf8)
      case .blob(let value): value
      case .id(let high, let low):
        PostgreSQLStatement.bytes(high) + PostgreSQLStatement.bytes(low)
      }
  }

  private static func bytes(_ word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
  }

  public func step() throws(SQLError) -> Bool {
    if unsafe result == nil {
      unsafe result = execute()
      row = -1
      do throws(SQLError) {
        unsafe try connection.check(result, sql)
      } catch {
        reset()
        throw error
      }
    }
    row += 1
    return unsafe row < PQntuples(result)
  }

  public func reset() {
    unsafe PQclear(result)
    unsafe result = nil
  }

  /// Sends the parameters; all rows come back at once.
  private func execute() -> OpaquePointer? {
    // One buffer for all values, so that each has an address as long as the call lasts.
    var buffer: [UInt8] = []
    var offsets: [Int] = []
    for parameter in parameters {
      offsets.append(buffer.count)
      if let parameter { buffer += parameter }
      // Not empty, so that an empty value has an address, which a null has not.
      buffer.append(0)
    }
    let lengths = parameters.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: parameters.count)
    return unsafe buffer.withUnsafeBytes { bytes in
      let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = unsafe zip(parameters, offsets).map { parameter, offset in
        unsafe parameter == nil ? nil : base?.advanced(by: offset)
      }
      return unsafe PQexecPrepared(
        connection.handle, name, Int32(parameters.count), values, lengths, formats, 1)
    }
  }

  public func isNull(_ column: Int) -> Bool {
    unsafe PQgetisnull(result, row, Int32(column)) == 1
  }

  public func integer(_ column: Int) -> Int64 {
    // `count(*)` and the like are bigint, a comparison is one byte.
    unsafe Int64(bitPattern: word(buffer(column)))
  }

  public func double(_ column: Int) -> Double {
    unsafe Double(bitPattern: word(buffer(column)))
  }

  public func text(_ column: Int) -> String {
    unsafe String(decoding: buffer(column), as: UTF8.self)
  }

  public func bytes(_ column: Int) -> [UInt8] { unsafe Array(buffer(column)) }

  public func identifier<Entity>(_ column: Int) -> Identifier<Entity>? {
    unsafe Identifier(bytes: buffer(column))
  }

  private func buffer(_ column: Int) -> UnsafeRawBufferPointer {
    let start = unsafe PQgetvalue(result, row, Int32(column))
    return unsafe UnsafeRawBufferPointer(
      start: start, count: Int(PQgetlength(result, row, Int32(column))))
  }

  /// A number in network order, of up to eight bytes.
  private func word(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<bytes.count { unsafe value = value << 8 | UInt64(bytes[index]) }
    // Shorter ones are signed too.
    let width = UInt64(bytes.count * 8)
    guard width > 0, width < 64, value >> (width - 1) == 1 else { return value }
    return value | ~0 << width
  }
}
