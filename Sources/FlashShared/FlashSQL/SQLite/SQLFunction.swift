internal import CSQLite

// Boundary to SQLite, with SQLiteConnection.swift: functions of ours that SQL can call.

/// What SQL passes to a function.
@safe
public struct SQLArguments: ~Copyable {
  private let values: UnsafeMutablePointer<OpaquePointer?>

  fileprivate init(_ values: UnsafeMutablePointer<OpaquePointer?>) { unsafe self.values = values }

  /// The argument as a whole number; nil if it is null.
  public func integer(_ index: Int) -> Int64? {
    isNull(index) ? nil : unsafe sqlite3_value_int64(values[index])
  }

  /// The argument as a number; nil if it is null.
  public func double(_ index: Int) -> Double? {
    isNull(index) ? nil : unsafe sqlite3_value_double(values[index])
  }

  /// Calls `body` with the UTF-8 of a text; nil if the argument is null.
  public func withText<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard let text = unsafe sqlite3_value_text(values[index]) else { return nil }
    let count = unsafe Int(sqlite3_value_bytes(values[index]))
    return body(unsafe UnsafeBufferPointer(start: text, count: count).span)
  }

  private func isNull(_ index: Int) -> Bool {
    unsafe sqlite3_value_type(values[index]) == SQLITE_NULL
  }
}

/// What a function of ours answers to SQL.
public enum SQLAnswer: Sendable, Hashable {
  case null
  case integer(Int64)
  case double(Double)
}

extension SQLiteConnection {
  /// Gives SQL a function, which lives as long as the connection.
  /// - Parameters:
  ///   - count: how many arguments it takes; SQLite refuses a call with another number.
  ///   - body: called on the thread that steps a statement; its answer depends on its arguments
  ///     alone.
  public func define(
    _ name: String, taking count: Int, _ body: @escaping (borrowing SQLArguments) -> SQLAnswer
  ) throws(SQLError) {
    let function = unsafe Unmanaged.passRetained(Function(body)).toOpaque()
    let status = unsafe sqlite3_create_function_v2(
      handle, name, Int32(count), SQLITE_UTF8 | SQLITE_DETERMINISTIC, function,
      { context, _, arguments in unsafe SQLiteConnection.call(context, arguments) }, nil, nil,
      { function in unsafe SQLiteConnection.release(function) })
    guard status == SQLITE_OK else { throw lastError(name) }
  }

  /// A closure where SQLite can hold it.
  private final class Function {
    let body: (borrowing SQLArguments) -> SQLAnswer
    init(_ body: @escaping (borrowing SQLArguments) -> SQLAnswer) { self.body = body }
  }

  /// Called by SQLite, on the thread that steps the statement.
  private nonisolated static func call(
    _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let data = unsafe sqlite3_user_data(context), let arguments = unsafe arguments else {
      return unsafe sqlite3_result_null(context)
    }
    let function = unsafe Unmanaged<Function>.fromOpaque(data).takeUnretainedValue()
    switch function.body(unsafe SQLArguments(arguments)) {
    case .null: unsafe sqlite3_result_null(context)
    case .integer(let value): unsafe sqlite3_result_int64(context, value)
    case .double(let value): unsafe sqlite3_result_double(context, value)
    }
  }

  /// Called by SQLite when the connection closes.
  private nonisolated static func release(_ function: UnsafeMutableRawPointer?) {
    guard let function = unsafe function else { return }
    unsafe Unmanaged<Function>.fromOpaque(function).release()
  }
}
