/// The text of a configuration file, read into its sections and entries, each with its place.
///
/// The form is git's: `[section]` or `[section "sub"]`, then `name = value` a line; `#` and `;`
/// begin a comment; a name alone means true; a value may be quoted in part or whole, knows the
/// escapes `\"`, `\\`, `\n`, `\t` and `\b`, and goes on after a backslash at the end of a line.
package struct ConfigurationText {
  /// One `name = value`.
  package struct Entry: Hashable {
    package let key: SettingKey
    /// Nil for a name alone.
    package let value: String?
    /// Counted from 1.
    let line: Int
    /// Which of ``ConfigurationText/sections`` holds it.
    let section: Int
    /// The bytes of the name.
    let nameRange: Range<Int>
    /// The bytes of the value as written, quotes included; empty at the end of the name or after
    /// the equals sign where there is none.
    let valueRange: Range<Int>
  }

  /// One `[section]`.
  struct Section: Hashable {
    let name: String
    let subsection: String?
    /// The bytes of the header, brackets included.
    let headerRange: Range<Int>
  }

  let bytes: [UInt8]
  let path: String
  private(set) var sections: [Section] = []
  package private(set) var entries: [Entry] = []

  /// Reads `bytes`; `path` is named in errors.
  /// - Throws: `.syntax` with the line.
  package init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
    self.bytes = bytes
    self.path = path
    var reader = ConfigurationReader(bytes: bytes, path: path)
    while let item = try reader.next() {
      switch item {
      case .section(let section): sections.append(section)
      case .entry(let name, let nameRange, let value, let valueRange, let line):
        guard let section = sections.last else {
          throw .syntax(
            origin: .file(path: path, line: line), problem: "'\(name)' stands before any [section]")
        }
        guard
          let key = SettingKey(section: section.name, subsection: section.subsection, name: name)
        else {
          throw .syntax(
            origin: .file(path: path, line: line), problem: "not a setting's name: '\(name)'")
        }
        entries.append(
          Entry(
            key: key, value: value, line: line, section: sections.count - 1, nameRange: nameRange,
            valueRange: valueRange))
      }
    }
  }
}
