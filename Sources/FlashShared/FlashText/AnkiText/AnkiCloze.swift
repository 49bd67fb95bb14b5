/// A field of Anki's HTML with deletions in it.
public struct AnkiCloze {
  private let cloze: ClozeText

  /// Nil if there is no deletion in the field.
  public init?(_ field: ArraySlice<UInt8>) {
    guard field.firstRange(of: "{{c") != nil else { return nil }
    // A line of '---' means nothing in Anki.
    var parser = ClozeParser(String(decoding: field, as: UTF8.self))
    cloze = ClozeText(nodes: parser.parse())
    numbers = cloze.numbers
  }

  /// As of ``ClozeText/numbers``.
  public let numbers: [Int]

  /// The question of card `number`. HTML.
  public func front(of number: Int) -> String { cloze.front(of: number) }

  /// The answer of card `number`, its deletions in an element of their own. HTML.
  public func htmlBack(of number: Int) -> String { cloze.htmlBack(of: number) }

  /// What card `number` hides. HTML.
  public func answers(of number: Int) -> [String] { cloze.answers(of: number) }

  /// Whether it is a picture that is asked for part by part.
  public static func isOcclusion(_ field: ArraySlice<UInt8>) -> Bool {
    field.firstRange(of: "::image-occlusion:") != nil
  }
}

extension ClozeText {
  /// Cloze text of two parts.
  /// - Parameters:
  ///   - main: Markdown with deletions.
  ///   - extra: Markdown that stands on the back only; may be empty.
  /// - Returns: its source; nil if it would be read as something else.
  public static func source(main: String, extra: String) -> String? {
    var parser = ClozeParser(main)
    let text = ClozeText(nodes: parser.parse(), extra: extra)
    let source = text.source
    let (readMain, readExtra) = split(source)
    guard readExtra == extra else { return nil }
    // Mostly it is what it was made of.
    if readMain == main { return source }
    var reader = ClozeParser(readMain)
    return reader.parse() == text.nodes ? source : nil
  }

  /// What card `number` hides.
  func answers(of number: Int) -> [String] {
    var found: [String] = []
    func collect(_ nodes: [ClozeNode]) {
      for case .deletion(let deletion) in nodes {
        if deletion.numbers.contains(number) {
          found.append(ClozeText(nodes: deletion.content).front(of: 0))
        } else {
          collect(deletion.content)
        }
      }
    }
    collect(nodes)
    return found
  }
}
