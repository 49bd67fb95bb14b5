import FlashCommand
import FlashModel

/// Study options as people write and read them: `new_per_day=20`, `learning_steps_s=1m,10m`.
enum OptionText {
  /// Reads `key=value`; a value of nothing takes the option away.
  /// - Throws: ``UsageError``, `StudyOptionError`.
  static func apply(_ text: String, to options: inout StudyOptions) throws {
    guard let equals = text.firstIndex(of: "=") else {
      throw UsageError.other(
        "an option is written KEY=VALUE, not '\(text)'",
        hint: "see 'flash deck options -h'")
    }
    let name = String(text[..<equals])
    guard StudyOptions.names.contains(name) else {
      let near = NearNames.of(name, among: StudyOptions.names)
      throw UsageError.other(
        "unknown study option '\(name)'",
        hint: near.isEmpty
          ? "the options are \(StudyOptions.names.joined(separator: ", "))"
          : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?")
    }
    try options.set(name, to: value(String(text[text.index(after: equals)...]), of: name))
  }

  /// The value as the wire has it; a text that is not of the option's kind stays a text, and is
  /// refused where it is set.
  private static func value(_ text: String, of name: String) -> JSONValue {
    if text.isEmpty { return .null }
    switch name {
    case "learning_steps_s", "relearning_steps_s":
      if text == "none" { return .array([]) }
      return .array(parts(text).map { seconds(String($0)) ?? .string(String($0)) })
    case "fsrs_weights":
      return .array(parts(text).map { Double(argument: String($0)).map { .double($0) } ?? .null })
    case "bury_siblings":
      switch text {
      case "true", "yes", "on": return .bool(true)
      case "false", "no", "off": return .bool(false)
      default: return .string(text)
      }
    default:
      if let number = Int64(text) { return .integer(number) }
      return Double(argument: text).map { .double($0) } ?? .string(text)
    }
  }

  private static func parts(_ text: String) -> [Substring] {
    text.split(separator: ",", omittingEmptySubsequences: false)
  }

  private static func seconds(_ text: String) -> JSONValue? {
    if let number = Int64(text) { return .integer(number) }
    return Duration(argument: text).map { .integer($0.components.seconds) }
  }

  /// The value as ``apply(_:to:)`` reads it.
  static func text(of value: JSONValue, _ name: String) -> String {
    guard case .array(let elements) = value else { return scalar(value) }
    if elements.isEmpty { return "none" }
    let isSteps = name.hasSuffix("_steps_s")
    return elements.map { isSteps ? duration($0) : scalar($0) }.joined(separator: ",")
  }

  private static func scalar(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return String(decoding: value.bytes, as: UTF8.self)
  }

  private static func duration(_ value: JSONValue) -> String {
    guard case .integer(let seconds) = value, seconds > 0 else { return scalar(value) }
    for (unit, length) in [("d", Int64(86_400)), ("h", 3_600), ("m", 60)]
    where seconds % length == 0 { return "\(seconds / length)\(unit)" }
    return "\(seconds)s"
  }
}
