import FlashCommand
import FlashModel
import FlashTerminal

extension FuzzedParser {
  /// Settings, times, keys, words of the command line.
  static let values: [FuzzedParser] = [
    FuzzedParser("config", checkConfiguration),
    FuzzedParser("keys", checkKeys),
    FuzzedParser("timezone", checkTimeZone),
    FuzzedParser("time", checkTime),
    FuzzedParser("words", checkWords),
  ]

  /// A setting that is set is read so, one that is removed is gone, and the others stay.
  @Sendable private static func checkConfiguration(_ bytes: [UInt8]) throws(Violation) {
    guard let text = try? ConfigurationText(bytes, path: "f") else { return }
    let keys = Set(text.entries.map(\.key))
    for key in keys.union([SettingKey("new.section.key"), SettingKey("s.a")].compactMap(\.self)) {
      for value in ["v", " a;b\"\\\n\t"] {
        let changed = ConfigurationEditor.setting(key, to: value, in: text)
        guard let after = try? ConfigurationText(changed, path: "f") else {
          throw Violation("'\(key)' can't be read after it was set")
        }
        try requireEqual(
          after.entries.last { $0.key == key }?.value, value, "'\(key)' after it was set")
        try checkOthers(text, after, but: key)
      }
      guard let shorter = ConfigurationEditor.removing(key, from: text) else { continue }
      guard let after = try? ConfigurationText(shorter, path: "f") else {
        throw Violation("can't be read without '\(key)'")
      }
      try require(!after.entries.contains { $0.key == key }, "'\(key)' after it was removed")
      try checkOthers(text, after, but: key)
    }
  }

  private static func checkOthers(
    _ before: ConfigurationText, _ after: ConfigurationText, but key: SettingKey
  ) throws(Violation) {
    func others(_ text: ConfigurationText) -> [[String?]] {
      text.entries.filter { $0.key != key }.map { [$0.key.description, $0.value] }
    }
    try requireEqual(others(after), others(before), "others after a change of '\(key)'")
  }

  /// Keys do not depend on the pieces in which they arrive, and none is left over.
  @Sendable private static func checkKeys(_ bytes: [UInt8]) throws(Violation) {
    func keys(_ piece: Int) throws(Violation) -> [Key] {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      for start in stride(from: 0, to: bytes.count, by: max(1, piece)) {
        keys += decoder.feed(bytes[start..<min(start + piece, bytes.count)])
      }
      keys += decoder.flush()
      try require(!decoder.isWaiting, "bytes are left over")
      return keys
    }
    let whole = try keys(bytes.count)
    for piece in [1, 3] { try requireEqual(try keys(piece), whole, "pieces of \(piece)") }
    try require(whole.count <= bytes.count, "\(whole.count) keys of \(bytes.count) bytes")
  }

  /// Clocks are within days of UTC, never show an earlier time again, and every time they show was
  /// first shown then or before.
  @Sendable private static func checkTimeZone(_ bytes: [UInt8]) throws(Violation) {
    guard let zone = try? TimeZoneRules(identifier: "X", tzif: bytes) else { return }
    var last = Int64.min
    for year in stride(from: Int64(-100), through: 700, by: 3) {
      // Not the same moment of each year.
      let moment = Timestamp(milliseconds: year * 31_556_952_000 + year * 977_777_777)
      try require(
        zone.offsetMilliseconds(at: moment).magnitude < 7 * 86_400_000,
        "\(zone.offsetMilliseconds(at: moment)) ms ahead")
      let local = zone.localMilliseconds(at: moment)
      try require(local >= last, "\(local) after \(last) at \(moment)")
      last = local
      let first = zone.firstMoment(showing: local)
      try require(first <= moment, "\(local) is first shown at \(first), after \(moment)")
      try require(zone.localMilliseconds(at: first) >= local, "\(local) is not shown at \(first)")
    }
  }

  /// A time that is written is read as before.
  @Sendable private static func checkTime(_ bytes: [UInt8]) throws(Violation) {
    let source = text(bytes)
    if let moment = Timestamp(rfc3339: source), (0...253_402_300_799_999) ~= moment.milliseconds {
      try requireEqual(Timestamp(rfc3339: moment.rfc3339), moment, moment.rfc3339)
    }
    if let date = CivilDate(source) {
      try requireEqual(CivilDate(date.description), date, "a date written and read")
      try requireEqual(CivilDate(dayNumber: date.dayNumber), date, "a date counted and read")
    }
  }

  /// Numbers, sizes, durations, ids and keys of the command line.
  @Sendable private static func checkWords(_ bytes: [UInt8]) throws(Violation) {
    let source = text(bytes)
    if let id = CardID(source) {
      try requireEqual(CardID(id.description), id, "an id written and read")
    }
    if let key = SettingKey(source) {
      try requireEqual(SettingKey(key.description), key, "a key written and read")
    }
    if let size = ByteSize(argument: source) { try require(size.bytes >= 0, "\(size)") }
    if let duration = Duration(argument: source) { try require(duration >= .zero, "\(duration)") }
    var settings = CommandLineSettings()
    try? settings.add(argument: source)
    _ = Int(argument: source)
    _ = PointInTime(argument: source)
    _ = TimeZoneRules.isPlausible(identifier: source)
    _ = Charset(lcAll: nil, lcCtype: source, lang: nil)
  }
}
