/// The rules for names in containers: none may lead out of the folder it would be unpacked to, on any
/// system, however it is spelled.
public enum MemberName {
  /// Bytes of one part of a path.
  static let longestPart = 255
  /// Bytes of a path.
  static let longest = 4_096

  /// Why a path within a container is refused; nil if it is harmless. Parts are separated by `/`.
  public static func flaw(inPath name: String) -> String? {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty else { return "an empty name" }
    guard bytes.count <= longest else { return "a name longer than \(longest) bytes" }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "control characters in a name" }
    if bytes.contains(UInt8(ascii: "\\")) { return "a backslash in name '\(name)'" }
    if bytes[0] == UInt8(ascii: "/") { return "an absolute name, '\(name)'" }
    if bytes.count > 1, bytes[1] == UInt8(ascii: ":"), isLetter(bytes[0]) {
      return "a drive in name '\(name)'"
    }
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if part.isEmpty { return "an empty part in name '\(name)'" }
      if part.count > longestPart { return "a name longer than \(longestPart) bytes" }
      if part.allSatisfy({ $0 == UInt8(ascii: ".") }), part.count <= 2 {
        return "a name that leads elsewhere, '\(name)'"
      }
    }
    return nil
  }

  /// Why a name is no plain file name; nil if it is one.
  public static func flaw(inFileName name: String) -> String? {
    if let flaw = flaw(inPath: name) { return flaw }
    return name.utf8.contains(UInt8(ascii: "/")) ? "a folder in name '\(name)'" : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
