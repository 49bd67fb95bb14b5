import FlashAPI
import FlashModel

/// How values of the server are shown to people.
enum Shown {
  /// `2026-11-30 07:00`, in UTC; a dash for none.
  static func moment(_ text: String?) -> String {
    guard let text else { return "-" }
    guard let moment = Timestamp(rfc3339: text) else { return text }
    return String(moment.rfc3339.prefix(16)).replacing("T", with: " ")
  }

  static func text(_ text: String?) -> String { text ?? "-" }

  static func flag(_ flag: Bool) -> String { flag ? "yes" : "no" }

  static func flag(_ flag: Bool?) -> String { flag.map { Shown.flag($0) } ?? "-" }

  /// `2 sessions`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }

  /// `5`, `unlimited`, `yes`.
  static func entitlement(_ config: EntitlementConfig) -> String {
    switch config {
    case .boolean(let isAllowed): flag(isAllowed)
    case .maxCount(let max): max.map { String($0) } ?? "unlimited"
    case .unknown(let type): "of a kind not known here: \(type)"
    }
  }

  /// The members of an object, such as `status=active, note=null`.
  static func members(_ json: JSONValue?) -> String {
    guard case .object(let members)? = json else { return "" }
    return members.map { member in
      if case .string(let text) = member.value { return "\(member.key)=\(text)" }
      return "\(member.key)=\(String(decoding: member.value.bytes, as: UTF8.self))"
    }.joined(separator: ", ")
  }
}
