/// Which fields of a fact a card asks for, and with which it answers.
struct MnemosyneView {
  let question: [String]
  let answer: [String]

  /// The views of the card types that come with Mnemosyne, by their ids.
  static let known: [String: MnemosyneView] = [
    "1.1": MnemosyneView(question: ["f"], answer: ["b"]),
    "2.1": MnemosyneView(question: ["f"], answer: ["b"]),
    "2.2": MnemosyneView(question: ["b"], answer: ["f"]),
    "3.1": MnemosyneView(question: ["f"], answer: ["p_1", "m_1", "n"]),
    "3.2": MnemosyneView(question: ["m_1"], answer: ["f", "p_1", "n"]),
    "4.1": MnemosyneView(question: ["loc", "blank"], answer: ["loc", "marked"]),
    "4.2": MnemosyneView(question: ["marked"], answer: ["loc"]),
    "6.1": MnemosyneView(question: ["f"], answer: ["p_1", "m_1", "n"]),
  ]

  init(question: [String], answer: [String]) {
    self.question = question
    self.answer = answer
  }

  /// As a set of cards declares it: lists of names in Python's notation.
  init?(question: ArraySlice<UInt8>, answer: ArraySlice<UInt8>) {
    self.question = MnemosyneView.names(question)
    self.answer = MnemosyneView.names(answer)
    guard !self.question.isEmpty, !self.answer.isEmpty else { return nil }
  }

  /// The texts in quotes of a list such as `['f', "b"]`; the last of each pair in one of pairs.
  private static func names(_ list: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = list
    while names.count < 100,
      let open = rest.firstIndex(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") })
    {
      let quote = rest[open]
      guard let close = rest[(open + 1)...].firstIndex(of: quote) else { break }
      names.append(String(decoding: rest[(open + 1)..<close], as: UTF8.self))
      rest = rest[(close + 1)...]
    }
    return names
  }
}

/// A text of Mnemosyne with deletions: `[text]` or `[text:hint]`, one card each.
struct MnemosyneCloze {
  /// The text with one deletion hidden, the others shown.
  private(set) var question: [UInt8] = []
  /// What is hidden.
  private(set) var answer: [UInt8]?

  /// - Parameter index: of the deletion that is hidden, from 0; nil shows all of them.
  init(_ text: ArraySlice<UInt8>, hiding index: Int?) {
    var rest = text
    var place = 0
    while let open = rest.firstIndex(of: UInt8(ascii: "[")),
      let close = rest[(open + 1)...].firstIndex(of: UInt8(ascii: "]"))
    {
      question += rest[..<open]
      let inner = rest[(open + 1)..<close]
      let word = inner.prefix { $0 != UInt8(ascii: ":") }
      let hint = inner.dropFirst(word.count + 1)
      if inner.isEmpty {
        question += "[]".utf8
      } else {
        if place == index {
          answer = Array(word)
          question.append(UInt8(ascii: "["))
          question += hint.isEmpty ? Array("...".utf8)[...] : hint
          question.append(UInt8(ascii: "]"))
        } else {
          question += word
        }
        place += 1
      }
      rest = rest[(close + 1)...]
    }
    question += rest
  }
}
