/// What an element of HTML means for text; elements with no meaning are not listed.
enum HTMLElement: UInt8, Sendable {
  case lineBreak
  case strong
  case emphasis
  case struck
  case code
  case sub
  case sup
  case preformatted
  case bullets
  case numbers
  case item
  case quote
  case rule
  case heading
  case link
  case image
  /// What has an address instead of content: sound, film, an embedded page.
  case media
  case table
  case row
  case cell
  case rubyText
  /// The brackets for programs that know no ruby.
  case rubyBracket
  case span
  case paragraph
  /// Anything else that stands on lines of its own.
  case block
  /// Dropped with what is in it.
  case hidden
  /// Dropped with what is in it, which is no markup.
  case raw

  /// Whether it has no content, and so no end.
  var isVoid: Bool {
    switch self {
    case .lineBreak, .rule, .image: true
    default: false
    }
  }

  /// What Markdown writes around its text, if it is a matter of emphasis.
  var mark: [UInt8]? {
    switch self {
    case .strong: [0x2A, 0x2A]
    case .emphasis: [0x2A]
    case .struck: [0x7E, 0x7E]
    default: nil
    }
  }
}

/// The name of a tag in one comparable piece: its first eight bytes, lower case, and its length.
struct HTMLName: Hashable, Sendable {
  private var word: UInt64 = 0
  private var count: UInt8 = 0

  init() {}

  init(_ text: String) { for byte in text.utf8 { append(byte) } }

  mutating func append(_ byte: UInt8) {
    if count < 8 { word = word << 8 | UInt64(byte | 0x20) }
    if count < .max { count += 1 }
  }

  /// What an element of that name means; nil if nothing.
  var element: HTMLElement? { HTMLName.elements[self] }

  /// 1 to 6 for headings.
  var level: Int { Int(word & 0xF) }

  private static let elements: [HTMLName: HTMLElement] = {
    let names: [(HTMLElement, String)] = [
      (.lineBreak, "br"), (.strong, "b strong"), (.emphasis, "i em"), (.struck, "s strike del"),
      (.code, "code"), (.sub, "sub"), (.sup, "sup"), (.preformatted, "pre"), (.bullets, "ul"),
      (.numbers, "ol"), (.item, "li"), (.quote, "blockquote"), (.rule, "hr"),
      (.heading, "h1 h2 h3 h4 h5 h6"), (.link, "a"), (.image, "img"),
      (.media, "audio video source object embed iframe"), (.table, "table"), (.row, "tr"),
      (.cell, "td th"), (.rubyText, "rt"), (.rubyBracket, "rp"), (.span, "span"),
      (.paragraph, "p"),
      (
        .block,
        """
        div section article header footer main nav aside figure figcaption dl dt dd center form \
        fieldset
        """
      ),
      (.hidden, "head template"), (.raw, "script style title"),
    ]
    var elements: [HTMLName: HTMLElement] = [:]
    for (element, list) in names {
      for name in list.split(separator: " ") { elements[HTMLName(String(name))] = element }
    }
    return elements
  }()
}
