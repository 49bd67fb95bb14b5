/// What values a setting takes.
public enum SettingType: Sendable, Hashable {
  case text
  /// A whole number within the range.
  case integer(ClosedRange<Int>)
  case boolean
  /// One of the words.
  case choice([String])
  /// A file; `~/` at the start is the home folder, a relative path in a file starts at its folder.
  case path
  /// A command line for the shell; empty means none.
  case command
  /// A part of the day, as ``QuietHours`` reads it; empty means none.
  case hours

  /// What is expected, as an error says it.
  public var expectation: String {
    switch self {
    case .text: "text"
    case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .boolean: "true or false"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .path: "a path"
    case .command: "a command"
    case .hours: QuietHours.expected
    }
  }

  /// Whether `value` is one of this type; nil stands for a name alone, which means true.
  public func accepts(_ value: String?) -> Bool {
    switch self {
    case .text, .command: value != nil
    case .integer(let range): value.flatMap(Self.integer).map(range.contains) ?? false
    case .boolean: Self.boolean(value) != nil
    case .choice(let words): value.map(words.contains) ?? false
    case .path: value.map { !$0.isEmpty } ?? false
    case .hours: value.map { $0.isEmpty || QuietHours(argument: $0) != nil } ?? false
    }
  }

  /// A whole number in ASCII digits with an optional minus; nil for anything else.
  static func integer(_ text: String) -> Int? {
    text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
  }

  /// The truth value that git would read; nil for anything else.
  static func boolean(_ text: String?) -> Bool? {
    guard let text else { return true }
    switch text.lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0", "": return false
    default: return nil
    }
  }
}
