internal import FlashCommand
internal import FlashModel

/// Secrets in a file with mode 0600, a line of JSON each.
struct CredentialFile: SecretPlace {
  let path: String

  var description: String { path }

  func get(_ what: CredentialName) throws -> String? {
    guard case .string(let secret)? = try entries().first(where: { what.matches($0) })?["password"]
    else { return nil }
    return secret
  }

  func store(_ secret: String, _ what: CredentialName) throws {
    var all = try entries().filter { !what.matches($0) }
    all.append(
      .object([
        JSONValue.Member("protocol", .string(what.scheme)),
        JSONValue.Member("host", .string(what.host)),
        JSONValue.Member("username", .string(what.username)),
        JSONValue.Member("password", .string(secret)),
      ]))
    try write(all)
  }

  func erase(_ secret: String, _ what: CredentialName) throws {
    let all = try entries()
    let kept = all.filter { !(what.matches($0) && $0["password"] == .string(secret)) }
    if kept.count < all.count { try write(kept) }
  }

  private func entries() throws -> [JSONValue] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try FileContents.bytes(of: path)
    } catch {
      throw RemoteError.cannotKeep(path: path, reason: error.description)
    }
    // A line that can't be read is nobody's secret.
    return (bytes ?? []).split(separator: 10).compactMap { try? JSONValue(parsing: Array($0)) }
  }

  private func write(_ entries: [JSONValue]) throws {
    var bytes: [UInt8] = []
    for entry in entries { bytes += entry.bytes + [10] }
    do throws(SystemError) {
      try FileReplacement(of: path).commit(bytes, mode: 0o600)
    } catch {
      throw RemoteError.cannotKeep(path: path, reason: error.description)
    }
  }
}

extension CredentialName {
  fileprivate func matches(_ entry: JSONValue) -> Bool {
    entry["protocol"] == .string(scheme) && entry["host"] == .string(host)
      && entry["username"] == .string(username)
  }
}
