import FlashModel
import FlashText

/// Reads Transit's JSON, whose texts say what they are, such as `~:name`: the verbose form,
/// `{"~#set": […]}`, and the compact one, `["~#set", […]]`, in which maps are lists, `["^ ", key,
/// value]`, and what comes again is a code, `^0`.
///
/// - Source: the Transit format 0.8, github.com/cognitect/transit-format. Sets are lists here, and
///   tags of types other than moments are dropped from what they stand before.
struct TransitReader {
  private let bytes: [UInt8]
  private let tree = DataTree()
  private var json: JSONReader
  private var depth = 0
  /// What codes stand for.
  private var cache: [String] = []

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    json = JSONReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// - Throws: `.malformed`, `.tooLarge`.
  static func tree(_ bytes: [UInt8]) throws(TextFormatError) -> DataTree {
    var reader = TransitReader(bytes)
    try reader.value()
    try reader.reading { json throws(JSONError) in try json.end() }
    return reader.tree
  }

  private mutating func reading<Result>(
    _ body: (inout JSONReader) throws(JSONError) -> Result
  ) throws(TextFormatError) -> Result {
    do throws(JSONError) {
      return try body(&json)
    } catch {
      throw .malformed(line: line(of: error.offset, in: bytes), reason: error.reason)
    }
  }

  private func tooLarge(_ reason: String) -> TextFormatError {
    .tooLarge(line: line(of: json.offset, in: bytes), reason: reason)
  }

  private mutating func value() throws(TextFormatError) {
    guard !tree.isFull else { throw tooLarge("more than \(DataTree.mostNodes) values") }
    switch json.peek() {
    case UInt8(ascii: "{"):
      try enter()
      try object()
      depth -= 1
    case UInt8(ascii: "["):
      try enter()
      try array()
      depth -= 1
    case UInt8(ascii: "\""):
      add(try text(isKey: false))
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      tree.add(try reading { json throws(JSONError) in try json.bool() } ? .yes : .no)
    case UInt8(ascii: "n"):
      _ = try reading { json throws(JSONError) in try json.readNull() }
      tree.add(.null)
    default:
      let start = json.offset
      _ = try reading { json throws(JSONError) in try json.double() }
      tree.add(.number, bytes[start..<json.offset].filter { $0 > 0x20 })
    }
  }

  private mutating func enter() throws(TextFormatError) {
    guard depth < DataTree.maximumDepth else {
      throw tooLarge("nested deeper than \(DataTree.maximumDepth)")
    }
    depth += 1
  }

  /// A map, or a value with a tag.
  private mutating func object() throws(TextFormatError) {
    try reading { json throws(JSONError) in try json.beginObject() }
    var key = try nextKey()
    if let tag = key, tag.hasPrefix("~#") {
      try tagged(tag)
      guard try nextKey() == nil else {
        throw .malformed(line: line(of: json.offset, in: bytes), reason: "two tags of one value")
      }
      return
    }
    let place = tree.open(.map)
    while let name = key {
      guard !tree.isFull else { throw tooLarge("more than \(DataTree.mostNodes) values") }
      add(name)
      try value()
      key = try nextKey()
    }
    tree.close(place)
  }

  private mutating func nextKey() throws(TextFormatError) -> String? {
    try reading { json throws(JSONError) in try json.nextKey() }
  }

  private mutating func tagged(_ tag: String) throws(TextFormatError) {
    let place = tree.nodes.count
    try value()
    if ["~#dt", "~#m", "~#t", "~#inst"].contains(tag) { tree.makeMoment(at: place) }
  }

  /// A list, or a value with a tag before it.
  private mutating func array() throws(TextFormatError) {
    try reading { json throws(JSONError) in try json.beginArray() }
    let place = tree.open(.list)
    var isFirst = true
    while try reading({ json throws(JSONError) in try json.nextElement() }) {
      if isFirst, json.peek() == UInt8(ascii: "\"") {
        let text = try text(isKey: false)
        if text == TransitReader.mapMark {
          tree.removeNodes(from: place)
          return try compactMap()
        }
        if text.hasPrefix("~#") {
          tree.removeNodes(from: place)
          return try taggedElement(text)
        }
        add(text)
      } else {
        try value()
      }
      isFirst = false
    }
    tree.close(place)
  }

  /// The rest of a map in the compact form.
  private mutating func compactMap() throws(TextFormatError) {
    let place = tree.open(.map)
    while try reading({ json throws(JSONError) in try json.nextElement() }) {
      guard !tree.isFull else { throw tooLarge("more than \(DataTree.mostNodes) values") }
      if json.peek() == UInt8(ascii: "\"") { add(try text(isKey: true)) } else { try value() }
      guard try reading({ json throws(JSONError) in try json.nextElement() }) else {
        throw .malformed(line: line(of: json.offset, in: bytes), reason: "a key without a value")
      }
      try value()
    }
    tree.close(place)
  }

  private mutating func taggedElement(_ tag: String) throws(TextFormatError) {
    guard try reading({ json throws(JSONError) in try json.nextElement() }) else {
      return tree.add(.null)
    }
    try tagged(tag)
    guard try !reading({ json throws(JSONError) in try json.nextElement() }) else {
      throw .malformed(line: line(of: json.offset, in: bytes), reason: "two values of one tag")
    }
  }

  /// Adds what a text means.
  private func add(_ text: String) {
    let utf8 = text.utf8
    guard utf8.first == UInt8(ascii: "~"), let sign = utf8.dropFirst().first else {
      return tree.add(.text, utf8)
    }
    let rest = utf8.dropFirst(2)
    switch sign {
    case UInt8(ascii: ":"), UInt8(ascii: "$"): tree.add(.name, rest)
    case UInt8(ascii: "t"), UInt8(ascii: "m"): tree.add(.moment, rest)
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "`"):
      tree.add(.text, utf8.dropFirst())
    case UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "d"), UInt8(ascii: "f"):
      tree.add(.number, rest)
    case UInt8(ascii: "?"): tree.add(rest.first == UInt8(ascii: "t") ? .yes : .no)
    case UInt8(ascii: "_"), UInt8(ascii: "z"): tree.add(.null)
    default: tree.add(.text, rest)
    }
  }
}

// MARK: - Codes

extension TransitReader {
  private static let mapMark = "^ "
  /// A code is one or two digits to this base, the first of them this character.
  private static let base = 44
  private static let zero = UInt8(ascii: "0")
  /// Texts that are shorter get no code.
  private static let shortest = 4

  /// Reads a text, or what its code stands for.
  /// - Parameter isKey: whether it is the key of a map in the compact form.
  fileprivate mutating func text(isKey: Bool) throws(TextFormatError) -> String {
    let text = try reading { json throws(JSONError) in try json.string() }
    guard text.utf8.first != UInt8(ascii: "^") || text == TransitReader.mapMark else {
      guard let number = TransitReader.number(of: text), number < cache.count else {
        throw .malformed(
          line: line(of: json.offset, in: bytes), reason: "a code that stands for nothing")
      }
      return cache[number]
    }
    if TransitReader.isCached(text, isKey: isKey) {
      // Writer and reader begin anew when all codes are given out.
      if cache.count == TransitReader.base * TransitReader.base { cache.removeAll() }
      cache.append(text)
    }
    return text
  }

  private static func isCached(_ text: String, isKey: Bool) -> Bool {
    let utf8 = text.utf8
    guard utf8.count >= shortest, text.utf16.count >= shortest else { return false }
    guard !isKey else { return true }
    guard utf8.first == UInt8(ascii: "~"), let sign = utf8.dropFirst().first else { return false }
    return sign == UInt8(ascii: ":") || sign == UInt8(ascii: "$") || sign == UInt8(ascii: "#")
  }

  /// The number of a code; nil for what is none.
  private static func number(of code: String) -> Int? {
    let digits = code.utf8.dropFirst().map { Int($0) - Int(zero) }
    guard (1...2).contains(digits.count), digits.allSatisfy((0..<base).contains) else { return nil }
    return digits.reduce(0) { $0 * base + $1 }
  }
}
