internal import FlashModel
internal import FlashSQL

/// Gives each value of a condition a number: a query's text never becomes SQL.
struct ConditionBuilder {
  private(set) var values: [SQLValue] = []

  /// What stands for `value` in SQL.
  mutating func bind(_ value: SQLValue) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  mutating func bind(_ value: Int) -> String { bind(.integer(Int64(value))) }

  mutating func bind(_ value: Timestamp) -> String { bind(SQLValue(value)) }

  /// `column in (…)`. A long list goes through one array, for SQLite limits the number of values.
  mutating func bind(_ column: String, in keys: [Int64]) -> String {
    if keys.isEmpty { return "false" }
    if keys.count == 1 { return "\(column) = \(bind(.integer(keys[0])))" }
    if keys.count <= 50 {
      let marks = keys.map { bind(.integer($0)) }
      return "\(column) in (\(marks.joined(separator: ", ")))"
    }
    let array = JSONValue.array(keys.map { .integer($0) })
    let mark = bind(.text(String(decoding: array.bytes, as: UTF8.self)))
    return "\(column) in (select value from json_each(\(mark)))"
  }
}
