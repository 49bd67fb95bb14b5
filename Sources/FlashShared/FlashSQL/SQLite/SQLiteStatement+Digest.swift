internal import CSQLite

// Boundary to SQLite, with SQLiteConnection.swift.

extension SQLiteStatement {
  /// Takes every row that is left into a digest, and makes ready for the next use.
  /// - Parameter columns: how many the statement has.
  public func digest(into digest: inout RowDigest, columns: Int) throws(SQLError) {
    while try step() {
      digest.beginRow()
      for column in 0..<Int32(columns) { take(column, into: &digest) }
    }
    reset()
  }

  @inline(__always)
  private func take(_ column: Int32, into digest: inout RowDigest) {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER:
      digest.take(UInt64(bitPattern: unsafe sqlite3_column_int64(handle, column)), kind: 1)
    case SQLITE_FLOAT:
      digest.take(unsafe sqlite3_column_double(handle, column).bitPattern, kind: 2)
    case SQLITE_NULL: digest.take(0, kind: 0)
    case let kind:
      let bytes = unsafe sqlite3_column_blob(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      unsafe digest.take(
        UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count),
        kind: UInt64(truncatingIfNeeded: kind))
    }
  }
}

extension RowDigest {
  @inline(__always)
  fileprivate mutating func take(_ bytes: UnsafeRawBufferPointer, kind: UInt64) {
    take(UInt64(bytes.count), kind: kind)
    var offset = 0
    while offset + 8 <= bytes.count {
      take(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), kind: 5)
      offset += 8
    }
    guard offset < bytes.count else { return }
    var rest: UInt64 = 0
    for index in offset..<bytes.count { rest = rest << 8 | UInt64(unsafe bytes[index]) }
    take(rest, kind: 6)
  }
}
