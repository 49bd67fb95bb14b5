/// hashcards' cloze text: every `[…]` that follows no `!` or `\` is a deletion of its own; `\[` and
/// `\]` are brackets.
enum BracketCloze {
  static func read(_ text: ArraySlice<UInt8>) -> ClozeText {
    var nodes: [ClozeNode] = []
    var plain: [UInt8] = []
    var number = 0
    var index = text.startIndex
    // Behind the last one nothing closes any more.
    let last =
      text.indices.last { index in
        text[index] == UInt8(ascii: "]")
          && (index == text.startIndex || text[index - 1] != UInt8(ascii: "\\"))
      } ?? text.startIndex
    func flush() {
      if !plain.isEmpty { nodes.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while index < text.endIndex {
      let byte = text[index]
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "[") || next == UInt8(ascii: "]") {
        plain.append(next)
        index += 2
      } else if byte == UInt8(ascii: "!"), next == UInt8(ascii: "["),
        index < last, let end = end(of: text, from: index + 2)
      {
        plain.append(contentsOf: text[index...end])
        index = end + 1
      } else if byte == UInt8(ascii: "["), index < last, let end = end(of: text, from: index + 1) {
        flush()
        number += 1
        nodes.append(
          .deletion(
            ClozeDeletion(
              numbers: [number], content: [.text(unescaped(text[(index + 1)..<end]))], hint: nil)))
        index = end + 1
      } else {
        plain.append(byte)
        index += 1
      }
    }
    flush()
    return ClozeText(nodes: nodes)
  }

  /// Where the bracket is that closes.
  static func end(of text: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < text.endIndex, text[index] != UInt8(ascii: "]") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < text.endIndex ? index : nil
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]"), plain.last == UInt8(ascii: "\\") {
        plain.removeLast()
      }
      plain.append(byte)
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
