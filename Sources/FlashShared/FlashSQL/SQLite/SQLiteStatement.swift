internal import CSQLite
public import FlashModel

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// Boundary to SQLite, with SQLiteConnection.swift.

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
///
/// Bind everything, ``step()`` through the rows, ``reset()``. It must not outlive its connection.
@safe
public final class SQLiteStatement {
  private unowned let connection: SQLiteConnection
  let handle: OpaquePointer

  init(_ sql: String, on connection: SQLiteConnection) throws(SQLError) {
    var prepared: OpaquePointer?
    let status = unsafe sqlite3_prepare_v3(
      connection.handle, SQLiteStatement.numbered(sql), -1, UInt32(SQLITE_PREPARE_PERSISTENT),
      &prepared, nil)
    guard status == SQLITE_OK, let prepared = unsafe prepared else {
      throw connection.lastError(sql)
    }
    self.connection = connection
    unsafe handle = prepared
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// The statement with `?1` for `$1`. PostgreSQL counts `$1` by its number, and so do we; SQLite
  /// takes it for a name, and counts names in the order in which they appear.
  private static func numbered(_ sql: String) -> String {
    var bytes = Array(sql.utf8)
    for index in bytes.indices.dropLast()
    where bytes[index] == UInt8(ascii: "$") && (48...57).contains(bytes[index + 1]) {
      bytes[index] = UInt8(ascii: "?")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Goes to the next row.
  /// - Returns: false once there is none.
  public func step() throws(SQLError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let error = connection.lastError(unsafe String(cString: sqlite3_sql(handle)))
      reset()
      throw error
    }
  }

  /// Runs to the end and makes ready for the next use.
  public func run() throws(SQLError) {
    while try step() {}
    reset()
  }

  /// Makes ready for the next use; bindings stay.
  public func reset() {
    unsafe sqlite3_reset(handle)
  }

  /// Runs to the end with texts that are bound for this run alone and so need no copy.
  /// - Parameters:
  ///   - texts: known to be UTF-8, for the parameters from `index` on; null afterwards.
  public func run(
    utf8 texts: InlineArray<3, ArraySlice<UInt8>>, from index: Int
  ) throws(SQLError) {
    let first = Int32(index)
    let failure = unsafe texts[0].withUnsafeBytes { a in
      unsafe texts[1].withUnsafeBytes { b in
        unsafe texts[2].withUnsafeBytes { c in
          unsafe flash_sqlite_borrow_text(handle, first, a.baseAddress, UInt64(a.count))
          unsafe flash_sqlite_borrow_text(handle, first + 1, b.baseAddress, UInt64(b.count))
          unsafe flash_sqlite_borrow_text(handle, first + 2, c.baseAddress, UInt64(c.count))
          return stepOnce()
        }
      }
    }
    for parameter in index..<index + 3 { bindNull(at: parameter) }
    if let failure { throw failure }
  }

  /// Runs to the end with texts and ids that are bound for this run alone; null afterwards.
  public func run(_ values: BorrowedValues) throws(SQLError) {
    let failure = unsafe values.bytes.withUnsafeBytes { room in
      for value in values.places {
        let start = unsafe room.baseAddress?.advanced(by: value.start)
        _ =
          value.isText
          ? unsafe flash_sqlite_borrow_text(handle, value.parameter, start, UInt64(value.count))
          : unsafe flash_sqlite_borrow_blob(handle, value.parameter, start, UInt64(value.count))
      }
      return stepOnce()
    }
    for value in values.places { bindNull(at: Int(value.parameter)) }
    if let failure { throw failure }
  }

  /// Steps a statement that gives no rows, and makes it ready again.
  private func stepOnce() -> SQLError? {
    defer { reset() }
    guard unsafe sqlite3_step(handle) != SQLITE_DONE else { return nil }
    return connection.lastError(unsafe String(cString: sqlite3_sql(handle)))
  }
}

/// Texts and ids for the parameters of one run, together in one place: what is bound so is not copied
/// once more.
public struct BorrowedValues: Sendable {
  fileprivate struct Place {
    let parameter: Int32
    let start: Int
    let count: Int
    let isText: Bool
  }

  fileprivate var bytes: [UInt8] = []
  fileprivate var places: [Place] = []

  public init() {}

  /// - Parameter text: known to be UTF-8.
  public mutating func add(utf8 text: ArraySlice<UInt8>, at index: Int) {
    places.append(
      Place(parameter: Int32(index), start: bytes.count, count: text.count, isText: true))
    bytes.append(contentsOf: text)
  }

  /// Adds an id as its 16 bytes.
  public mutating func add<Entity>(_ id: Identifier<Entity>, at index: Int) {
    places.append(Place(parameter: Int32(index), start: bytes.count, count: 16, isText: false))
    append(id.high)
    append(id.low)
  }

  private mutating func append(_ word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }
}

// The return code of a bind is not checked: it can only complain of a wrong index, which the tests
// of each statement would show, or of memory, which the step reports as well.
extension SQLiteStatement {
  public func bind(_ value: SQLValue, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .integer(let value): bind(value, at: index)
    case .double(let value): bind(value, at: index)
    case .text(let value): bind(value, at: index)
    case .blob(let value):
      unsafe value.withUnsafeBytes {
        _ = unsafe flash_sqlite_bind_blob(handle, Int32(index), $0.baseAddress, UInt64($0.count))
      }
    case .id(let high, let low): bindID(high, low, at: index)
    }
  }

  public func bindNull(at index: Int) { unsafe sqlite3_bind_null(handle, Int32(index)) }

  public func bind(_ value: Int64, at index: Int) {
    unsafe sqlite3_bind_int64(handle, Int32(index), value)
  }

  public func bind(_ value: Int64?, at index: Int) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  public func bind(_ value: Int?, at index: Int) { bind(value.map(Int64.init), at: index) }

  public func bind(_ value: Timestamp, at index: Int) { bind(value.milliseconds, at: index) }

  public func bind(_ value: Timestamp?, at index: Int) { bind(value?.milliseconds, at: index) }

  public func bind(_ value: Double, at index: Int) {
    unsafe sqlite3_bind_double(handle, Int32(index), value)
  }

  public func bind(_ value: Double?, at index: Int) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  public func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 {
      _ = unsafe flash_sqlite_bind_text(handle, Int32(index), $0.baseAddress, UInt64($0.count))
    }
  }

  public func bind(_ value: String?, at index: Int) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }

  /// Binds text that is known to be UTF-8, without making a string of it.
  public func bind(utf8 value: ArraySlice<UInt8>, at index: Int) {
    unsafe value.withUnsafeBytes {
      _ = unsafe flash_sqlite_bind_text(handle, Int32(index), $0.baseAddress, UInt64($0.count))
    }
  }

  /// Binds an id as its 16 bytes.
  public func bind<Entity>(_ value: Identifier<Entity>, at index: Int) {
    bindID(value.high, value.low, at: index)
  }

  private func bindID(_ high: UInt64, _ low: UInt64, at index: Int) {
    var words = (high.bigEndian, low.bigEndian)
    unsafe withUnsafeBytes(of: &words) {
      _ = unsafe flash_sqlite_bind_blob(handle, Int32(index), $0.baseAddress, 16)
    }
  }

  public func bind<Entity>(_ value: Identifier<Entity>?, at index: Int) {
    if let value { bind(value, at: index) } else { bindNull(at: index) }
  }
}

extension SQLiteStatement {
  public func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// The column as a whole number, 0 if it is null.
  public func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }

  public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

  public func double(_ column: Int) -> Double {
    unsafe sqlite3_column_double(handle, Int32(column))
  }

  public func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }

  public func timestamp(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

  public func optionalTimestamp(_ column: Int) -> Timestamp? {
    isNull(column) ? nil : timestamp(column)
  }

  /// The column as text, empty if it is null; bytes that are not UTF-8 are replaced.
  public func text(_ column: Int) -> String {
    guard let bytes = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a text or a blob, empty if it is null.
  public func bytes(_ column: Int) -> [UInt8] {
    unsafe Array(buffer(column))
  }

  /// Whether the column's bytes equal `other`, without copying them.
  public func hasBytes(_ other: ArraySlice<UInt8>, at column: Int) -> Bool {
    unsafe other.withUnsafeBytes { other in
      let own = unsafe buffer(column)
      guard let base = own.baseAddress, let otherBase = other.baseAddress else {
        return own.count == other.count
      }
      return unsafe own.count == other.count && memcmp(base, otherBase, own.count) == 0
    }
  }

  /// The column as an id; nil if it is not 16 bytes.
  public func identifier<Entity>(_ column: Int) -> Identifier<Entity>? {
    let buffer = unsafe buffer(column)
    guard buffer.count == 16 else { return nil }
    let high = unsafe buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let low = unsafe buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return Identifier(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  /// The column as what SQLite holds.
  public func value(_ column: Int) -> SQLValue {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .double(double(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }

  private func buffer(_ column: Int) -> UnsafeRawBufferPointer {
    let bytes = unsafe sqlite3_column_blob(handle, Int32(column))
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    return unsafe UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  }
}
