public import FlashModel

extension Duration: CommandValue {
  /// Reads `90s`, `15m`, `2h`, `3d`, several of them in a row (`1h30m`), or `0`.
  public init?(argument: String) {
    guard argument != "0" else {
      self = .zero
      return
    }
    guard
      let seconds = sum(
        of: argument,
        units: ["s": 1, "m": 60, "h": 3_600, "d": 86_400])
    else { return nil }
    self = .seconds(seconds)
  }

  public static var expected: String { "a duration such as 90s, 15m, 2h or 3d" }
  public static var valueName: String { "DURATION" }
}

/// A number of bytes: `512`, `10k`, `5M`, `2G`, each step 1024.
public struct ByteSize: CommandValue, Hashable, Sendable {
  public var bytes: Int64

  public init(bytes: Int64) { self.bytes = bytes }

  public init?(argument: String) {
    let kibi: Int64 = 1_024
    let units = [
      "": 1, "k": kibi, "K": kibi, "M": kibi * kibi, "G": kibi * kibi * kibi,
      "T": kibi * kibi * kibi * kibi,
    ]
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    guard let unit = units[String(argument.dropFirst(digits.count))], let count = Int64(digits)
    else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  public static var expected: String { "a size such as 512, 10k or 5M" }
  public static var valueName: String { "SIZE" }
}

/// A moment, or a day that means what it is where the learner is.
public enum PointInTime: CommandValue, Hashable, Sendable {
  case moment(Timestamp)
  case day(CivilDate)

  public init?(argument: String) {
    if let day = CivilDate(argument) {
      self = .day(day)
    } else if let moment = Timestamp(rfc3339: argument) {
      self = .moment(moment)
    } else {
      return nil
    }
  }

  public static var expected: String {
    "a day such as 2026-11-30 or a time such as 2026-11-30T07:00:00Z"
  }
  public static var valueName: String { "TIME" }
}

/// The sum of numbers that each have a unit; nil for anything else, and past the range.
private func sum(of text: String, units: [Character: Int64]) -> Int64? {
  var total: Int64 = 0
  var rest = text[...]
  guard !rest.isEmpty else { return nil }
  while !rest.isEmpty {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    guard let count = Int64(digits), let unit = rest.first.flatMap({ units[$0] }) else {
      return nil
    }
    rest = rest.dropFirst()
    let (part, tooMany) = count.multipliedReportingOverflow(by: unit)
    let (next, tooMuch) = total.addingReportingOverflow(part)
    guard !tooMany, !tooMuch else { return nil }
    total = next
  }
  return total
}
