/// A type that an option or an operand can be read into.
public protocol CommandValue: SendableMetatype {
  /// Reads one argument; nil if it is not of the type.
  init?(argument: String)
  /// What belongs after "takes": `a whole number`.
  static var expected: String { get }
  /// What stands for it in a synopsis: `N`.
  static var valueName: String { get }
  static var completion: Completion { get }
}

extension CommandValue {
  public static var completion: Completion { .none }
}

/// A value out of a few words: an enum of strings that lists its cases.
public protocol Choice: CommandValue, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  public init?(argument: String) { self.init(rawValue: argument) }

  public static var expected: String {
    let words = allCases.map { "'\($0.rawValue)'" }
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  public static var valueName: String { allCases.map(\.rawValue).joined(separator: "|") }

  public static var completion: Completion { .words(allCases.map(\.rawValue)) }
}

extension String: CommandValue {
  public init?(argument: String) { self = argument }
  public static var expected: String { "a text" }
  public static var valueName: String { "TEXT" }
}

extension Int: CommandValue {
  /// Reads decimal ASCII digits, after a minus sign if need be; nil past the type's range.
  public init?(argument: String) {
    let digits = argument.hasPrefix("-") ? argument.dropFirst() : argument[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let value = Int(argument)
    else { return nil }
    self = value
  }
  public static var expected: String { "a whole number" }
  public static var valueName: String { "N" }
}

extension Double: CommandValue {
  /// Reads a decimal number; not what else Swift would take, such as `inf` or hexadecimal.
  public init?(argument: String) {
    let allowed: Set<UInt8> = Set("0123456789+-.eE".utf8)
    guard argument.utf8.allSatisfy(allowed.contains), let value = Double(argument), value.isFinite
    else { return nil }
    self = value
  }
  public static var expected: String { "a number" }
  public static var valueName: String { "NUMBER" }
}
