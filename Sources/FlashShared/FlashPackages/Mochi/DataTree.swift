import FlashModel

/// Values within values, as EDN and Transit have them, in one row: each stands before what is in it.
///
/// A node is 12 bytes, whatever a file claims, and texts are kept once.
final class DataTree {
  enum Kind: UInt8 {
    case null, no, yes, number, text, list, map
    /// A keyword or symbol, without its colon.
    case name
    /// A moment as it is written: milliseconds since 1970, or RFC 3339.
    case moment
  }

  struct Node {
    var kind: Kind
    /// Of a scalar, where its text begins.
    var start: UInt32
    /// Of a scalar, where its text ends; of a list or map, the node behind all that is in it.
    var end: UInt32
  }

  /// More values than this are refused.
  static let mostNodes = 16 << 20
  /// Lists and maps within one another.
  static let maximumDepth = 256

  private(set) var nodes: [Node] = []
  private(set) var bytes: [UInt8] = []

  var isFull: Bool { nodes.count >= DataTree.mostNodes }

  /// The outermost value; nil if there is none.
  var root: DataValue? { nodes.isEmpty ? nil : DataValue(tree: self, index: 0) }

  func add(_ kind: Kind) { nodes.append(Node(kind: kind, start: 0, end: 0)) }

  func add(_ kind: Kind, _ text: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    nodes.append(Node(kind: kind, start: UInt32(start), end: UInt32(bytes.count)))
  }

  /// Begins a list or map.
  /// - Returns: what ``close(_:)`` ends it by.
  func open(_ kind: Kind) -> Int {
    nodes.append(Node(kind: kind, start: 0, end: 0))
    return nodes.count - 1
  }

  func close(_ place: Int) { nodes[place].end = UInt32(nodes.count) }

  /// Makes a moment of the text or number that was added at `place`.
  func makeMoment(at place: Int) {
    guard place < nodes.count else { return }
    if nodes[place].kind == .text || nodes[place].kind == .number { nodes[place].kind = .moment }
  }

  /// Forgets all values from `place` on.
  func removeNodes(from place: Int) { nodes.removeLast(nodes.count - place) }

  /// The node behind a value and all that is in it.
  func index(after index: Int) -> Int {
    let node = nodes[index]
    return node.kind == .list || node.kind == .map ? Int(node.end) : index + 1
  }
}

/// A value of a ``DataTree``.
struct DataValue {
  let tree: DataTree
  let index: Int

  private var node: DataTree.Node { tree.nodes[index] }

  var kind: DataTree.Kind { node.kind }
  var isTrue: Bool { kind == .yes }

  /// The text of a text, name, number or moment; empty for others.
  var bytes: ArraySlice<UInt8> {
    switch kind {
    case .null, .no, .yes, .list, .map: []
    case .number, .text, .name, .moment: tree.bytes[Int(node.start)..<Int(node.end)]
    }
  }

  /// The text of a text or name; nil for others.
  var text: String? {
    kind == .text || kind == .name ? String(decoding: bytes, as: UTF8.self) : nil
  }

  var number: Double? {
    kind == .number ? Double(String(decoding: bytes, as: UTF8.self)) : nil
  }

  /// Nil for what is no moment.
  var moment: Timestamp? {
    guard kind == .moment else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if let milliseconds = Double(text) {
      return Int64(exactly: milliseconds.rounded()).map { Timestamp(milliseconds: $0) }
    }
    return Timestamp(rfc3339: text)
  }

  /// What is in a list; of a map, its values. Nothing for others.
  var elements: [DataValue] {
    guard kind == .list || kind == .map else { return [] }
    var found: [DataValue] = []
    var place = index + 1
    while place < Int(node.end) {
      if kind == .map { place = tree.index(after: place) }
      guard place < Int(node.end) else { break }
      found.append(DataValue(tree: tree, index: place))
      place = tree.index(after: place)
    }
    return found
  }

  /// The value of a map's key; nil if there is none.
  subscript(key: String) -> DataValue? {
    guard kind == .map else { return nil }
    var place = index + 1
    while place < Int(node.end) {
      let value = tree.index(after: place)
      guard value < Int(node.end) else { return nil }
      if DataValue(tree: tree, index: place).bytes.elementsEqual(key.utf8) {
        return DataValue(tree: tree, index: value)
      }
      place = tree.index(after: value)
    }
    return nil
  }

  /// Keys of a map that are texts or names, with their values.
  var members: [(key: String, value: DataValue)] {
    guard kind == .map else { return [] }
    var found: [(key: String, value: DataValue)] = []
    var place = index + 1
    while place < Int(node.end) {
      let value = tree.index(after: place)
      guard value < Int(node.end) else { break }
      if let key = DataValue(tree: tree, index: place).text {
        found.append((key, DataValue(tree: tree, index: value)))
      }
      place = tree.index(after: value)
    }
    return found
  }
}

/// The physical line of a byte, from 1.
func line(of offset: Int, in bytes: [UInt8]) -> Int {
  1 + bytes.prefix(max(0, offset)).count { $0 == 0x0A }
}
