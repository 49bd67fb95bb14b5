/// The root element of an XML text, as far as recognition needs it.
struct XMLRoot {
  let element: String
  private let text: String

  /// Steps over the declaration, comments and a document type. Nil if no element follows.
  init?(_ bytes: ArraySlice<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
    var rest = text.utf8[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      let end: String
      if rest.starts(with: "<?".utf8) {
        end = "?>"
      } else if rest.starts(with: "<!--".utf8) {
        end = "-->"
      } else if rest.starts(with: "<!".utf8) {
        if let name = XMLRoot.declared(rest) {
          element = name
          return
        }
        end = ">"
      } else {
        break
      }
      guard let found = XMLRoot.index(after: end, in: rest) else { return nil }
      rest = rest[found...]
    }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let name = rest.dropFirst().prefix { byte in
      byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
    }
    guard !name.isEmpty else { return nil }
    element = String(decoding: name, as: UTF8.self)
  }

  /// The root that a document type with declarations of its own names; nil for any other. Where such
  /// declarations end takes a parser.
  private static func declared(_ text: Substring.UTF8View) -> String? {
    guard text.starts(with: "<!DOCTYPE".utf8),
      let stop = text.first(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") }),
      stop == UInt8(ascii: "[")
    else { return nil }
    let name = text.dropFirst(9).drop { $0 <= 0x20 }
      .prefix { $0 > 0x20 && $0 != UInt8(ascii: "[") }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private static func index(
    after mark: String, in text: Substring.UTF8View
  ) -> Substring.UTF8View.Index? {
    var rest = text
    while !rest.isEmpty {
      if rest.starts(with: mark.utf8) {
        return rest.index(rest.startIndex, offsetBy: mark.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// The format whose root it is; nil for elements of HTML and others, which begin cells too.
  var detection: FormatDetection? {
    let format: Format? =
      switch element {
      case "deck": .ankiApp
      case "SuperMemoCollection": .superMemo
      case "mnemosyne": .mnemosyneXML
      case "openSM2sync": .mnemosyneCards
      case "kvtml": .kvtml
      case "Lesson": text.contains("LessonFormat") || text.contains("<Batch") ? .pauker : .jMemorize
      default: nil
      }
    return format.map { FormatDetection($0, "XML whose root is '\(element)'") }
  }
}
