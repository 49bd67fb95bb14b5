public import FlashModel

extension Fixture {
  /// The zones of Tests/Fixtures/zoneinfo.
  public static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
    "UTC", "America/St_Johns", "Africa/Casablanca", "Europe/Dublin",
  ]

  /// The rules of one of ``zones``.
  public static func zone(_ identifier: String) throws -> TimeZoneRules {
    try TimeZoneRules(identifier: identifier, tzif: bytes("zoneinfo/\(identifier)"))
  }
}
