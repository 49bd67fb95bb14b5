extension Int {
  /// The number with a comma between each three digits.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }

  /// Such as `1 log entry` or `1,200 log entries`.
  func counted(_ one: String, _ many: String) -> String {
    "\(grouped) \(self == 1 ? one : many)"
  }

  /// The cards and log entries of a collection, in words.
  static func inWords(cards: Int, reviews: Int) -> String {
    cards.counted("card", "cards") + ", " + reviews.counted("log entry", "log entries")
  }

  /// A size in bytes, rounded to what people read.
  var bytesInWords: String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    var size = Double(self)
    var unit = 0
    while size >= 1_024, unit < units.count - 1 {
      size /= 1_024
      unit += 1
    }
    let tenths = Int((size * 10).rounded())
    return unit == 0 || tenths >= 1_000
      ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
