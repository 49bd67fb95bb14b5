import FlashText

/// What a field of AnkiApp holds.
enum AnkiAppFieldType: String {
  case text, markdown, tex, code, tts, japanese, chinese, translation, img, audio, video
  case richText = "rich-text"
}

/// A field as a deck declares it.
struct AnkiAppFieldDefinition {
  let name: String
  let type: AnkiAppFieldType
  let isOnFront: Bool
  /// What is on both sides is shown on the front alone.
  let isOnBack: Bool

  init(name: String, type: AnkiAppFieldType, sides: String?) {
    self.name = name
    self.type = type
    let sides = sides ?? "01"
    isOnFront = sides.first == "1"
    isOnBack = !isOnFront && sides.dropFirst().first == "1"
  }
}

/// A field of a card.
struct AnkiAppField {
  let name: String
  /// Nil where the declaration says.
  var type: AnkiAppFieldType?
  /// As it stands in the file; of rich text, the HTML.
  var text: [UInt8] = []

  /// Its Markdown.
  func markdown(
    _ declared: AnkiAppFieldType?, into batch: inout DraftBatch, _ html: inout HTMLText
  ) -> Range<Int> {
    switch type ?? declared ?? .text {
    case .richText: return batch.append(html: text[...], &html)
    case .tex:
      let formula = batch.append(cleaned: text[...])
      guard !formula.isEmpty else { return formula }
      return batch.append(cleaned: "$\(batch.text(formula))$")
    case .code:
      // The first line may be indented.
      let code = batch.append(cleaned: text[...])
      guard !code.isEmpty else { return code }
      let lines = String(decoding: text, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let kept = lines.drop(while: \.isBlank)
      let block = kept.dropLast(kept.reversed().prefix(while: \.isBlank).count)
        .joined(separator: "\n")
      let fence = block.contains("```") ? "````" : "```"
      return batch.append(cleaned: "\(fence)\n\(block)\n\(fence)")
    case .text, .markdown, .tts, .japanese, .chinese, .translation, .img, .audio, .video:
      return batch.append(cleaned: text[...])
    }
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\t" || $0 == "\r" } }
}
