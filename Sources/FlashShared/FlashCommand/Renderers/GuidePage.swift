/// A manual page that is put together by hand: of flash itself, of a file, of a subject. Texts are
/// in the markup of ``Manual``.
public struct GuidePage: Sendable {
  /// What stands below one heading, in order.
  public enum Part: Sendable {
    case text(String)
    case subheading(String)
    case options([Option])
    case settings([Manual.Entry])
    case variables([Manual.Entry])
    case files([Manual.Entry])
    case commands([Manual.Entry])
    case exitCodes([ExitCode])
    case examples([Manual.Example])
    /// Such as `flash(1)`.
    case pages([String])
    /// A command with what may follow it.
    case synopsis(String, [String])
  }

  /// An option with one name, dashes included.
  public struct Option: Sendable {
    public var name: String
    public var value: String?
    /// The value may be left out.
    public var isOptional: Bool
    public var text: String

    public init(_ name: String, value: String?, isOptional: Bool = false, _ text: String) {
      self.name = name
      self.value = value
      self.isOptional = isOptional
      self.text = text
    }
  }

  private var page: ManualPage

  /// - Parameter number: the section of the manual: 1, 5 or 7.
  public init(
    _ name: String, number: Int, abstract: String, sections: [(title: String, parts: [Part])]
  ) {
    page = ManualPage(
      name: name, number: number, invocation: name, abstract: abstract,
      sections: sections.map { section in
        ManualPage.Section(title: section.title, blocks: section.parts.flatMap(Self.blocks))
      })
  }

  public var name: String { page.name }

  /// The page as it is installed.
  public var mdoc: String { page.mdoc }

  /// The page for a terminal without it.
  public func plainText(width: Int) -> String { page.plainText(width: width) }

  /// Shows the page through `man` if a person is looking and it is installed, else as plain text.
  public func show(in context: inout CommandContext) {
    Help.show(page, installedAs: "\(page.name).\(page.number)", in: &context)
  }

  private static func blocks(_ part: Part) -> [Block] {
    switch part {
    case .text(let text): return Markup.blocks(text)
    case .subheading(let title): return [.heading(title)]
    case .options(let options):
      return [
        .terms(
          options.map { option in
            Block.Term(
              label: .leading(option.name, value: option.value, isOptional: option.isOptional),
              body: Markup.inlines(option.text.asSentence))
          })
      ]
    case .settings(let entries): return terms(entries) { .command($0) }
    case .variables(let entries): return terms(entries) { .variable($0) }
    case .files(let entries): return terms(entries) { .path($0) }
    case .commands(let entries): return terms(entries) { .command($0) }
    case .exitCodes(let codes):
      return [
        .terms(
          codes.map { code in
            Block.Term(
              label: .number("\(code.rawValue)"), body: Markup.inlines(code.meaning.asSentence))
          })
      ]
    case .examples(let examples): return examples.flatMap(ManualPage.example)
    case .pages(let pages):
      return [.paragraph(Markup.inlines(pages.map { "`\($0)`" }.joined(separator: ", ")))]
    case .synopsis(let invocation, let operands):
      let operands = operands.map { name in
        OperandSpecification(name: name, help: "", isRequired: false, isRepeatable: false)
      }
      return [
        .synopsis([
          Block.Synopsis(invocation: invocation, letters: "", options: [], operands: operands)
        ])
      ]
    }
  }

  private static func terms(
    _ entries: [Manual.Entry], label: (String) -> Block.Label
  ) -> [Block] {
    [
      .terms(
        entries.map { Block.Term(label: label($0.term), body: Markup.inlines($0.text.asSentence)) })
    ]
  }
}
