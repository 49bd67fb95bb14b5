/// The name of a setting: `section.name`, or `section.subsection.name`.
///
/// Section and name are told apart without regard to case and kept in lower case; a subsection is
/// kept as it is, and may hold dots.
public struct SettingKey: Hashable, Sendable, CustomStringConvertible {
  public let section: String
  public let subsection: String?
  public let name: String

  /// Splits at the first and the last dot.
  /// - Returns: nil unless section and name are ASCII letters, digits and hyphens, the first of
  ///   them no hyphen, and the subsection holds no line break and no NUL.
  public init?(_ text: String) {
    guard let first = text.firstIndex(of: "."), let last = text.lastIndex(of: ".") else {
      return nil
    }
    let subsection = first < last ? String(text[text.index(after: first)..<last]) : nil
    self.init(
      section: String(text[..<first]), subsection: subsection,
      name: String(text[text.index(after: last)...]))
  }

  init?(section: String, subsection: String?, name: String) {
    guard Self.isWord(section), Self.isWord(name) else { return nil }
    if let subsection, subsection.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) {
      return nil
    }
    self.section = section.lowercased()
    self.subsection = subsection
    self.name = name.lowercased()
  }

  public var description: String {
    if let subsection { "\(section).\(subsection).\(name)" } else { "\(section).\(name)" }
  }

  static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isWordByte) && text.utf8.first != UInt8(ascii: "-")
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
