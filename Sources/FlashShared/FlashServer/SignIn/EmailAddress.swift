import FlashAPI

/// An address that mail can be sent to, trimmed and in lower case.
///
/// Only the plain form is taken: no quotes, no comments, no address literals, ASCII alone. So it can
/// stand in a header and in an SMTP command as it is.
struct EmailAddress: Sendable, Hashable {
  let text: String

  /// - Throws: ``Problem`` `.validationFailed` for the field `email`.
  /// - Source: RFC 5321, 4.1.2 (`Dot-string "@" Domain`) and 4.5.3.1 for the lengths.
  init(_ raw: String) throws(Problem) {
    let text = raw.trimmed.lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254 else {
      throw Problem.invalid("email", "must have at most 254 characters")
    }
    guard parts.count == 2, EmailAddress.isLocalPart(parts[0]), EmailAddress.isDomain(parts[1])
    else { throw Problem.invalid("email", "must be an address such as ada@example.org") }
    self.text = text
  }

  private static func isLocalPart(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
        !atom.isEmpty && atom.utf8.allSatisfy(isAtomByte)
      }
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
  }

  private static func isDomain(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
  }
}
