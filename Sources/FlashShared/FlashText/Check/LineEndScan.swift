/// Finds out whether lines end in different ways.
enum LineEndScan {
  /// - Parameter lines: those that are looked at, ascending; what ends in a cell is its own affair.
  static func finding(in source: SourceText, _ lines: some Sequence<Int>) -> DeckFinding? {
    var usual: ArraySlice<UInt8> = []
    var first: Int?
    var count = 0
    for line in lines {
      let end = source.lineEnd(line)
      if end.isEmpty { continue }
      if usual.isEmpty { usual = end }
      guard !end.elementsEqual(usual) else { continue }
      count += 1
      if first == nil { first = line }
    }
    guard let first else { return nil }
    let range = source.range(ofLine: first)
    let column = 1 + source.bytes[range].count { $0 & 0xC0 != 0x80 }
    let others = count == 1 ? "" : " (\(count) lines do)"
    return DeckFinding(
      .lineEnds, line: first, column: column,
      "the line ends in \(name(source.lineEnd(first)))\(others), those above in \(name(usual))")
  }

  private static func name(_ end: ArraySlice<UInt8>) -> String {
    switch Array(end) {
    case [0x0A]: "LF"
    case [0x0D]: "CR"
    default: "CR LF"
    }
  }
}
