/// Reads cloze text in one pass over its bytes.
struct ClozeParser {
  /// A deletion that is open.
  private struct Open {
    /// Where its `{{` stands, for taking it back as text.
    let start: Int
    let numbers: [Int]
    var content: [ClozeNode] = []
    var hint: [ClozeNode]?
    /// Where text begins that is in no node yet.
    var textStart: Int
    /// Single braces that are open in it.
    var braces = 0
  }

  private let bytes: [UInt8]
  /// Whether ``faults`` are looked for.
  private let notesFaults: Bool
  /// What is likely to be a slip, in the order found.
  private(set) var faults: [ClozeFault] = []
  private var index = 0
  private var stack: [Open] = []
  /// Open deletions that are text because they lie too deep.
  private var tooDeep = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    notesFaults = false
  }

  /// What is likely to be a slip in a text, with offsets in it.
  static func faults(in text: ArraySlice<UInt8>) -> [ClozeFault] {
    var parser = ClozeParser(checking: Array(text))
    _ = parser.parse()
    return parser.faults
  }

  private init(checking text: [UInt8]) {
    bytes = text
    notesFaults = true
  }

  /// All of it.
  mutating func parse() -> [ClozeNode] {
    // The outermost level is a deletion of no number that is never closed.
    stack = [Open(start: 0, numbers: [], textStart: 0)]
    while index < bytes.count {
      if let opening = opening(at: index) {
        guard stack.count <= ClozeText.maximumDepth else {
          tooDeep += 1
          note(.tooDeep, at: index)
          index = opening.end
          continue
        }
        endText(at: index)
        if !opening.numbers.contains(where: { (1...ClozeText.maximumNumber).contains($0) }) {
          note(.number, at: index)
        }
        stack.append(Open(start: index, numbers: opening.numbers, textStart: opening.end))
        index = opening.end
      } else if stack.count > 1, isDoubled(UInt8(ascii: "}")) {
        guard tooDeep == 0 else {
          tooDeep -= 1
          index += 2
          continue
        }
        close()
      } else if stack.count > 1, stack[stack.count - 1].hint == nil, isDoubled(UInt8(ascii: ":")) {
        endText(at: index)
        stack[stack.count - 1].hint = []
        index += 2
        stack[stack.count - 1].textStart = index
      } else {
        if notesFaults { noteBrace() }
        index += 1
      }
    }
    while stack.count > 1 { takeBack() }
    endText(at: bytes.count)
    return stack[0].content
  }

  /// The numbers of a deletion that begins at `start`, and where its text begins.
  private func opening(at start: Int) -> (numbers: [Int], end: Int)? {
    guard start + 4 < bytes.count, bytes[start] == UInt8(ascii: "{"),
      bytes[start + 1] == UInt8(ascii: "{"), bytes[start + 2] == UInt8(ascii: "c")
    else { return nil }
    var place = start + 3
    var numbers: [Int] = []
    while true {
      let digits = bytes[place...].prefix { (0x30...0x39).contains($0) }
      // More digits than any number that makes a card needs are no number.
      guard (1...6).contains(digits.count) else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
      place = digits.endIndex
      guard place + 1 < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: ",") {
        place += 1
        continue
      }
      guard bytes[place] == UInt8(ascii: ":"), bytes[place + 1] == UInt8(ascii: ":") else {
        return nil
      }
      return (numbers, place + 2)
    }
  }

  /// Whether `mark` stands twice here.
  private func isDoubled(_ mark: UInt8) -> Bool {
    index + 1 < bytes.count && bytes[index] == mark && bytes[index + 1] == mark
  }

  /// Puts the text since the last node into one.
  private mutating func endText(at end: Int) {
    let text = bytes[stack[stack.count - 1].textStart..<end]
    if !text.isEmpty { add([.text(String(decoding: text, as: UTF8.self))]) }
  }

  /// Adds nodes to what is innermost, its hint or its text. Pieces of text become one.
  private mutating func add(_ nodes: [ClozeNode]) {
    let top = stack.count - 1
    if stack[top].hint != nil {
      stack[top].hint?.append(contentsOf: nodes)
      return
    }
    for node in nodes {
      if case .text(let more) = node, case .text(let text)? = stack[top].content.last {
        stack[top].content[stack[top].content.count - 1] = .text(text + more)
      } else {
        stack[top].content.append(node)
      }
    }
  }

  private mutating func close() {
    endText(at: index)
    let open = stack.removeLast()
    if open.braces > 0 { note(.early, at: index) }
    if open.content.isEmpty { note(.empty, at: open.start) }
    index += 2
    let hint = ClozeParser.plain(open.hint ?? [])
    add([
      .deletion(
        ClozeDeletion(
          numbers: open.numbers, content: open.content,
          hint: hint.isEmpty || hint == ClozeText.noHint ? nil : hint))
    ])
    stack[stack.count - 1].textStart = index
  }

  /// Makes text of a deletion that is never closed, but keeps the deletions in it.
  private mutating func takeBack() {
    endText(at: bytes.count)
    let open = stack.removeLast()
    note(.unclosed, at: open.start)
    let end = opening(at: open.start)?.end ?? open.start
    add([.text(String(decoding: bytes[open.start..<end], as: UTF8.self))] + open.content)
    if let hint = open.hint { add([.text("::")] + hint) }
    stack[stack.count - 1].textStart = bytes.count
  }

  private mutating func note(_ kind: ClozeFault.Kind, at offset: Int) {
    if notesFaults { faults.append(ClozeFault(kind: kind, offset: offset)) }
  }

  /// Looks at a byte that is text.
  private mutating func noteBrace() {
    let top = stack.count - 1
    if bytes[index] == UInt8(ascii: "{") {
      if isNearlyOpening { note(.malformed, at: index) }
      stack[top].braces += 1
    } else if bytes[index] == UInt8(ascii: "}") {
      if stack[top].braces > 0 {
        stack[top].braces -= 1
      } else if top == 0, isDoubled(UInt8(ascii: "}")) {
        note(.stray, at: index)
        index += 1
      }
    }
  }

  /// Whether somebody may have meant a deletion to begin here: `{{c1:`, `{c1::`, `{{1::`, `{{C1::`.
  private var isNearlyOpening: Bool {
    guard index == 0 || bytes[index - 1] != UInt8(ascii: "{") else { return false }
    var rest = bytes[index...]
    func take(_ isTaken: (UInt8) -> Bool) -> Int {
      let count = rest.prefix(while: isTaken).count
      rest.removeFirst(count)
      return count
    }
    let braces = take { $0 == UInt8(ascii: "{") }
    _ = take { $0 == 0x20 }
    let letters = take { $0 | 0x20 == UInt8(ascii: "c") }
    let digits = take { (0x30...0x39).contains($0) }
    _ = take { $0 == 0x20 }
    let colons = take { $0 == UInt8(ascii: ":") }
    guard letters <= 1, digits + letters > 0, braces <= 2 else { return false }
    return braces == 2
      ? colons >= 2 || (colons == 1 && letters + digits > 1)
      : colons == 2 && letters == 1 && digits > 0
  }

  private static func plain(_ nodes: [ClozeNode]) -> String {
    nodes.map { node in
      switch node {
      case .text(let text): text
      case .deletion(let deletion): plain(deletion.content)
      }
    }.joined()
  }
}
