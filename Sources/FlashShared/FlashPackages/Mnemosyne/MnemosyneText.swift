/// Fields of Mnemosyne: HTML in which line ends count, and formulas have marks of their own.
enum MnemosyneText {
  /// A field as the HTML that others write.
  static func html(_ field: ArraySlice<UInt8>) -> [UInt8] {
    guard field.contains(where: { $0 == 0x0A || $0 == UInt8(ascii: "<") }) else {
      return Array(field)
    }
    var rest = field.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    var html: [UInt8] = []
    scan: while let byte = rest.first {
      if byte == UInt8(ascii: "<") {
        for (mark, meaning) in marks where rest.starts(with: mark) {
          html.append(contentsOf: meaning)
          rest = rest.dropFirst(mark.count)
          continue scan
        }
      }
      if byte == 0x0A { html.append(contentsOf: "<br>".utf8) } else { html.append(byte) }
      rest = rest.dropFirst()
    }
    return html
  }

  private static let marks: [([UInt8], [UInt8])] = [
    ("<latex>", "[latex]"), ("</latex>", "[/latex]"), ("<$$>", "[$$]"), ("</$$>", "[/$$]"),
    ("<$>", "[$]"), ("</$>", "[/$]"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }
}
