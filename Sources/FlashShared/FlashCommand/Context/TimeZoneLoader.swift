import FlashModel

/// Finds the rules of a time zone on this machine, as the C library would: `TZ`, `/etc/localtime`,
/// the zone files.
///
/// - Source: POSIX, "TZ" in Other Environment Variables; RFC 9636 for the files.
struct TimeZoneLoader {
  private let environment: Environment
  private let localTime: String
  private let folders: [String]

  /// Larger files are no zone files.
  private static let limit = 256 * 1_024

  init(
    environment: Environment, localTime: String = "/etc/localtime",
    folders: [String] = [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    ]
  ) {
    self.environment = environment
    self.localTime = localTime
    self.folders = [environment.nonEmpty("TZDIR")].compactMap { $0 } + folders
  }

  /// The rules of the zone called `name`; of the machine's if it is nil.
  /// - Throws: ``EnvironmentError/badTimeZone(_:)``; `TimeZoneError` for a damaged file.
  func rules(named name: String?) throws -> TimeZoneRules {
    if let name {
      guard let rules = try zone(name) else { throw EnvironmentError.badTimeZone(name) }
      return rules
    }
    guard let setting = environment["TZ"] else { return try machine() }
    let text = setting.hasPrefix(":") ? String(setting.dropFirst()) : setting
    if text.isEmpty { return .utc }
    if text.hasPrefix("/") { return try file(text) ?? .utc }
    if let rules = try zone(text) ?? posix(text) { return rules }
    throw EnvironmentError.badTimeZone(text)
  }

  /// The zone of `/etc/localtime`, named by where that leads; UTC if there is none.
  private func machine() throws -> TimeZoneRules { try file(localTime) ?? .utc }

  private func file(_ path: String) throws -> TimeZoneRules? {
    guard let bytes = SmallFile.bytes(of: path, limit: Self.limit) else { return nil }
    let place = SmallFile.target(of: path) ?? path
    let parts = place.split(separator: "/")
    let start = parts.lastIndex(of: "zoneinfo").map { parts.index(after: $0) }
    let name = start.map { parts[$0...].joined(separator: "/") } ?? "localtime"
    return try TimeZoneRules(
      identifier: TimeZoneRules.isPlausible(identifier: name) ? name : "localtime", tzif: bytes)
  }

  /// The zone file called `name`; nil if there is none. A name that is none of the database, such
  /// as one with `..`, is not looked for.
  private func zone(_ name: String) throws -> TimeZoneRules? {
    guard TimeZoneRules.isPlausible(identifier: name) else { return nil }
    for folder in folders {
      if let bytes = SmallFile.bytes(of: "\(folder)/\(name)", limit: Self.limit) {
        return try TimeZoneRules(identifier: name, tzif: bytes)
      }
    }
    return ["UTC", "GMT"].contains(name) ? .utc : nil
  }

  /// A rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, put into a file of its own; nil if it is none.
  private func posix(_ rule: String) -> TimeZoneRules? {
    let block =
      Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      // Six counts of four bytes: one type, an abbreviation of four bytes, nothing else.
      + [UInt8](repeating: 0, count: 16) + [0, 0, 0, 1, 0, 0, 0, 4]
      // The type: offset 0, no summer time, the abbreviation at 0.
      + [UInt8](repeating: 0, count: 6) + Array("UTC\0".utf8)
    let bytes = block + block + Array("\n\(rule)\n".utf8)
    // A rule that cannot be read is told as a bad zone by the caller.
    return try? TimeZoneRules(identifier: "localtime", tzif: bytes)
  }
}
