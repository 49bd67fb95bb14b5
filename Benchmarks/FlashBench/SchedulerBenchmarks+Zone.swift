import FlashModel

extension SchedulerBenchmarks {
  /// Two clock changes a year for ever, by the rule in the footer: the usual case.
  static func zoneBytes() throws -> [UInt8] {
    let header: [UInt8] =
      Array("TZif2".utf8) + Array(repeating: 0, count: 15)
      + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let block: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0] + Array("CET\0".utf8)
    return header + block + header + block + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
  }

  static func zone() throws -> TimeZoneRules {
    try TimeZoneRules(identifier: "Europe/Berlin", tzif: zoneBytes())
  }
}
