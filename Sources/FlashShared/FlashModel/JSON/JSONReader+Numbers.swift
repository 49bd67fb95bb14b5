extension JSONReader {
  /// Reads a whole number of at most 18 digits, as nearly all are.
  /// - Returns: nil, with nothing read, if something else stands there.
  mutating func shortInteger() -> Int64? {
    guard peek() != nil, let (value, end) = shortInteger(at: offset) else { return nil }
    offset = end
    isAtFirst = false
    return value
  }

  private func shortInteger(at start: Int) -> (value: Int64, end: Int)? {
    let all = bytes.span
    let isNegative = all[start] == UInt8(ascii: "-")
    let first = isNegative ? start + 1 : start
    var end = first
    var value: Int64 = 0
    while end < all.count, case let digit = all[end] &- 48, digit < 10, end - first < 19 {
      value = value &* 10 &+ Int64(digit)
      end += 1
    }
    guard (1...18).contains(end - first), all[first] != UInt8(ascii: "0") || end == first + 1 else {
      return nil
    }
    if end < all.count, all[end] == UInt8(ascii: ".") || all[end] | 32 == UInt8(ascii: "e") {
      return nil
    }
    return (isNegative ? -value : value, end)
  }

  mutating func number() throws(JSONError) -> JSONValue {
    guard peek() != nil else { throw error("unexpected end") }
    let start = offset
    var isWhole = true
    var point: Int?
    if current == UInt8(ascii: "-") { offset += 1 }
    let firstDigit = offset
    guard skipDigits() > 0 else { throw error("a value expected") }
    if bytes[firstDigit] == UInt8(ascii: "0"), offset > firstDigit + 1 {
      throw JSONError(offset: firstDigit, reason: "a number begins with 0")
    }
    if current == UInt8(ascii: ".") {
      isWhole = false
      point = offset
      offset += 1
      guard skipDigits() > 0 else { throw error("a digit expected") }
    }
    if let byte = current, byte | 32 == UInt8(ascii: "e") {
      isWhole = false
      point = nil
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      guard skipDigits() > 0 else { throw error("a digit expected") }
    }
    isAtFirst = false
    if isWhole, let integer = integer(in: start..<offset) { return .integer(integer) }
    if let point, let short = shortFraction(start..<offset, point: point) { return .double(short) }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let double = Double(text), double.isFinite else {
      throw JSONError(offset: start, reason: "a number out of range")
    }
    return .double(double)
  }

  /// A number without exponent; nil if it has too many digits for one division.
  ///
  /// Below 2^53 the digits are a number exactly, and so is a power of ten up to 10^22; one division
  /// of the two is rounded as the number itself would be.
  private func shortFraction(_ range: Range<Int>, point: Int) -> Double? {
    guard range.count <= 17 else { return nil }
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var digits: Int64 = 0
    for index in (isNegative ? range.dropFirst() : range) where index != point {
      digits = digits * 10 + Int64(bytes[index] &- 48)
    }
    guard digits < 1 << 53 else { return nil }
    var scale = 1.0
    for _ in (point + 1)..<range.upperBound { scale *= 10 }
    let value = Double(digits) / scale
    return isNegative ? -value : value
  }

  /// The digits of a range as a number; nil if it does not fit.
  private func integer(in range: Range<Int>) -> Int64? {
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? range.dropFirst() : range) {
      let digit = Int64(bytes[index] &- 48)
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = sum
    }
    return value
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = current, (48...57).contains(byte) { offset += 1 }
    return offset - start
  }
}
