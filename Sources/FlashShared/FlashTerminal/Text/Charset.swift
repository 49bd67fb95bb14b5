/// The characters that the terminal of this locale can show.
public enum Charset: Sendable, Hashable {
  case utf8
  /// Everything else: other characters become ASCII of the same width, `?` where nothing is near.
  case ascii

  /// The charset of a locale, from the values of `LC_ALL`, `LC_CTYPE` and `LANG`.
  ///
  /// The first that is set and not empty decides, as POSIX has it; none means the C locale.
  public init(lcAll: String?, lcCtype: String?, lang: String?) {
    let name = [lcAll, lcCtype, lang].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "C"
    let folded = name.lowercased()
    self = folded.contains("utf-8") || folded.contains("utf8") ? .utf8 : .ascii
  }

  /// Appends text in this charset, cluster by cluster of the same width.
  /// - Parameter text: Printable text (``Swift/String/printable(_:)``).
  func append(_ text: String, to output: inout [UInt8]) {
    guard self == .ascii else {
      output.append(contentsOf: text.utf8)
      return
    }
    var scanner = ClusterScanner(text)
    while let cluster = scanner.next() {
      if cluster.range.count == 1 {
        output.append(scanner.bytes[cluster.range.lowerBound])
      } else {
        let near = Self.nearest(cluster.first)
        output.append(contentsOf: repeatElement(near, count: cluster.width))
      }
    }
  }

  /// ASCII that stands for the drawing and punctuation characters which we use ourselves.
  private static func nearest(_ scalar: UInt32) -> UInt8 {
    switch scalar {
    case 0x20..<0x7F: UInt8(scalar)
    case 0xA0, 0x2002...0x200A, 0x202F, 0x3000: UInt8(ascii: " ")
    case 0x2010...0x2015, 0x2500, 0x2501, 0x2212: UInt8(ascii: "-")
    case 0x2502, 0x2503: UInt8(ascii: "|")
    case 0x250C...0x254B, 0x256D...0x2570: UInt8(ascii: "+")
    case 0x2018, 0x2019: UInt8(ascii: "'")
    case 0x201C, 0x201D: UInt8(ascii: "\"")
    case 0xB7: UInt8(ascii: ".")
    case 0x2022, 0x25CF: UInt8(ascii: "o")
    case 0x2026: UInt8(ascii: "~")
    case 0x2192: UInt8(ascii: ">")
    case 0x2190: UInt8(ascii: "<")
    case 0xD7: UInt8(ascii: "x")
    case 0x2581...0x2588: Array("_.:-=+*#".utf8)[Int(scalar - 0x2581)]
    case 0x2589...0x258B: UInt8(ascii: "#")
    case 0x258C...0x258F: UInt8(ascii: "|")
    case 0x2591...0x2593: Array(":+*".utf8)[Int(scalar - 0x2591)]
    default: UInt8(ascii: "?")
    }
  }
}
