import FlashAPI
import FlashModel

/// What a body may hold that hardly any does, found in one pass, so that no row is searched for it.
struct BodyScan {
  /// Whether an escape of the character 0 is in it.
  private(set) var hasNul = false
  /// Whether some row may name a user.
  private(set) var namesUsers = false

  private static let nul = Array("\\u0000".utf8)
  private static let user = Array("\"user_id\"".utf8)

  init(_ body: [UInt8]) {
    let bytes = body.span
    for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "u") {
      if BodyScan.stands(BodyScan.nul, in: bytes, at: index - 1) { hasNul = true }
      if BodyScan.stands(BodyScan.user, in: bytes, at: index - 1) { namesUsers = true }
    }
  }

  private static func stands(_ pattern: [UInt8], in bytes: Span<UInt8>, at start: Int) -> Bool {
    guard start >= 0, bytes.count - start >= pattern.count else { return false }
    for index in 0..<pattern.count where bytes[start + index] != pattern[index] { return false }
    return true
  }

  /// The users other than `own` that sessions and log entries name, by where the row begins. What is
  /// no UUID is a placeholder, and means nothing.
  static func users(in request: PushRequest, besides own: UserID) -> [Int: UserID] {
    var found: [Int: UserID] = [:]
    for entity in [SyncEntity.sessions, .reviews] {
      for offset in request[entity] {
        guard let text = member("user_id", of: request.body, at: offset)?.string,
          let user = UserID(text), user != own
        else { continue }
        found[offset] = user
      }
    }
    return found
  }

  /// One member of the object that begins at `offset`; nil if there is none or it is no object.
  static func member(_ name: String, of body: [UInt8], at offset: Int) -> JSONValue? {
    var reader = JSONReader(body, from: offset)
    var found: JSONValue?
    do throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key == name { found = try reader.value() } else { try reader.skipValue() }
      }
    } catch {
      // The whole body was read before: only something else than an object ends here.
      return nil
    }
    return found
  }
}
