/// Mochi's cloze text: `{{text}}`, or `{{2::text}}` where there is more than one card. Deletions
/// without a number are of number 1. What stands in code is text.
public enum MochiCloze {
  /// The cloze text of a side; nil if there is no deletion in it.
  /// - Parameter extra: what stands on the backs only; may be empty.
  public static func read(_ text: ArraySlice<UInt8>, extra: String) -> ClozeText? {
    var nodes: [ClozeNode] = []
    var index = text.startIndex
    var plain = index
    var isInCode = false
    var hasDeletion = false
    while index + 1 < text.endIndex {
      if text[index] == UInt8(ascii: "`") { isInCode.toggle() }
      guard !isInCode, text[index] == UInt8(ascii: "{"), text[index + 1] == UInt8(ascii: "{") else {
        index += 1
        continue
      }
      // Without an end ahead there is no deletion behind either.
      guard let end = end(of: text, from: index + 2) else { break }
      let (number, content) = numbered(text[(index + 2)..<end])
      guard !content.isEmpty else {
        index += 2
        continue
      }
      if plain < index { nodes.append(.text(text[plain..<index].string)) }
      nodes.append(
        .deletion(ClozeDeletion(numbers: [number], content: [.text(content.string)], hint: nil)))
      hasDeletion = true
      index = end + 2
      plain = index
    }
    guard hasDeletion else { return nil }
    if plain < text.endIndex { nodes.append(.text(text[plain...].string)) }
    return ClozeText(nodes: nodes, extra: extra)
  }

  /// Where `}}` stands that ends a deletion: of more braces, the last two.
  private static func end(of text: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard var end = text.firstRange(of: "}}", from: start)?.lowerBound else { return nil }
    while end + 2 < text.endIndex, text[end + 2] == UInt8(ascii: "}") { end += 1 }
    return end
  }

  private static func numbered(_ text: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>) {
    let digits = text.prefix { 0x30...0x39 ~= $0 }
    guard (1...3).contains(digits.count), text[digits.endIndex...].starts(with: "::".utf8),
      let number = Int(digits.string)
    else { return (1, text) }
    return (number, text[(digits.endIndex + 2)...])
  }
}
