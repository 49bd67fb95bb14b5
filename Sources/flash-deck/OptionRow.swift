import FlashCollection
import FlashCommand
import FlashModel

/// A study option with its value and where that comes from.
struct OptionRow {
  let name: String
  let value: JSONValue
  /// `deck`, `default` or `shipped`.
  let origin: String

  static let fields = Fields<OptionRow>([
    .string("name") { $0.name },
    .custom("value", .object) { $1.value($0.value) },
    .string("set_in") { $0.origin },
  ])

  /// Every option.
  static func rows(_ own: StudyOptions, over defaults: StudyOptions) -> [OptionRow] {
    let shipped = StudyOptions(StudyParameters())
    return StudyOptions.names.map { name in
      if let value = own.value(of: name) {
        return OptionRow(name: name, value: value, origin: "deck")
      }
      if let value = defaults.value(of: name) {
        return OptionRow(name: name, value: value, origin: "default")
      }
      return OptionRow(name: name, value: shipped.value(of: name) ?? .null, origin: "shipped")
    }
  }

  static func show(
    _ own: StudyOptions, over defaults: StudyOptions, in context: CommandContext
  ) throws {
    let rows = rows(own, over: defaults)
    if let lines = try context.jsonLines(fields) {
      for row in rows { try lines.write(row) }
      return try lines.finish()
    }
    var list = context.list([.whole("OPTION"), .text("VALUE"), .text("SET IN")])
    for row in rows { list.append([row.name, row.text, row.origin]) }
    list.finish(in: context, orSay: "")
  }

  private var text: String {
    guard value == .null else { return OptionText.text(of: value, name) }
    return name == "reviews_per_day" ? "unlimited" : "FSRS-6"
  }
}
