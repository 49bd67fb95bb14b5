extension ManualPage {
  /// The page in mdoc, the language of BSD manual pages.
  /// - Source: mandoc's mdoc(7).
  var mdoc: String {
    var writer = MdocWriter()
    writer.macro("Dd", Release.date)
    writer.macro("Dt", "\(name.uppercased()) \(number)")
    writer.macro("Os")
    writer.macro("Sh", "NAME")
    writer.macro("Nm", name)
    writer.macro("Nd", abstract)
    for section in sections {
      writer.macro("Sh", section.title)
      var afterHeading = true
      for block in section.blocks {
        writer.block(block, afterHeading: afterHeading, section: section.title)
        if case .heading = block { afterHeading = true } else { afterHeading = false }
      }
    }
    return writer.text
  }
}

/// Collects the lines of an mdoc page and escapes what roff would read as its own.
struct MdocWriter {
  private(set) var text = ""

  /// A line that has been escaped already.
  mutating func plain(_ line: String) { text += line + "\n" }

  /// A macro line; `arguments` stand as they are.
  mutating func macro(_ name: String, _ arguments: String = "") {
    text += arguments.isEmpty ? ".\(name)\n" : ".\(name) \(arguments)\n"
  }

  mutating func block(_ block: Block, afterHeading: Bool, section: String) {
    switch block {
    case .paragraph(let inlines):
      if !afterHeading { macro("Pp") }
      if section == "SEE ALSO" { return crossReferences(inlines) }
      running(inlines)
    case .literal(let lines):
      macro("Bd", "-literal -offset indent")
      for line in lines { text += Self.escapedLine(line, literal: true) + "\n" }
      macro("Ed")
    case .heading(let title): macro("Ss", Self.argument(title, quoting: false))
    case .terms(let terms): list(terms)
    case .synopsis(let synopses): for synopsis in synopses { self.synopsis(synopsis) }
    }
  }

  private mutating func list(_ terms: [Block.Term]) {
    macro("Bl", "-tag -width Ds")
    for term in terms {
      macro("It", Self.label(term.label))
      running(term.body)
    }
    macro("El")
  }

  private mutating func synopsis(_ synopsis: Block.Synopsis) {
    macro("Nm", Self.argument(synopsis.invocation, quoting: true))
    if !synopsis.letters.isEmpty { macro("Op", "Fl \(synopsis.letters)") }
    for option in synopsis.options {
      switch (option.argument, option.short) {
      case (.required(let value), .some(let short)):
        macro("Op", "Fl \(short) Ar \(Self.argument(value, quoting: true))")
      case (.required(let value), nil):
        macro("Op", "Fl -\(option.name) Ns = Ns Ar \(Self.argument(value, quoting: true))")
      case (.optional(let value), _):
        macro("Op", "Fl -\(option.name) Ns Op = Ns Ar \(Self.argument(value, quoting: true))")
      case (.flag, _), (.action, _): macro("Op", "Fl \(option.shownName.dropFirst())")
      }
    }
    if let placeholder = synopsis.placeholder {
      macro(
        placeholder.hasPrefix("[") ? "Op" : "Ar",
        placeholder.hasPrefix("[") ? "Ar option ..." : placeholder)
    }
    for operand in synopsis.operands {
      let name = Self.argument(operand.name, quoting: true) + (operand.isRepeatable ? " ..." : "")
      macro(operand.isRequired ? "Ar" : "Op", operand.isRequired ? name : "Ar \(name)")
    }
  }

  private static func label(_ label: Block.Label) -> String {
    switch label {
    case .option(let option): optionLabel(option)
    case .argument(let name): "Ar \(argument(name, quoting: true))"
    case .command(let name): "Cm \(argument(name, quoting: true))"
    case .variable(let name): "Ev \(argument(name, quoting: true))"
    case .path(let path): "Pa \(argument(path, quoting: true))"
    case .number(let number): number
    case .leading(let name, let value, let isOptional):
      "Fl \(name.dropFirst())"
        + (value.map {
          " \(isOptional ? "Ns Op = Ns " : name.hasPrefix("--") ? "Ns = Ns " : "")Ar \($0)"
        }
          ?? "")
    }
  }

  private static func optionLabel(_ option: OptionSpecification) -> String {
    let short = option.short.map { "Fl \($0) , " } ?? ""
    switch option.argument {
    case .flag(let isOnByDefault):
      return short + (isOnByDefault ? "Fl -no-\(option.name)" : "Fl -[no-]\(option.name)")
    case .action: return "\(short)Fl -\(option.name)"
    case .required(let value):
      return "\(short)Fl -\(option.name) Ns = Ns Ar \(argument(value, quoting: true))"
    case .optional(let value):
      return "\(short)Fl -\(option.name) Ns Op = Ns Ar \(argument(value, quoting: true))"
    }
  }

  private mutating func crossReferences(_ inlines: [Inline]) {
    let pages = inlines.compactMap { if case .literal(let page) = $0 { page } else { nil } }
    for (index, page) in pages.enumerated() {
      let parts = page.split(separator: "(")
      let section = parts.count > 1 ? parts[1].dropLast() : "1"
      macro("Xr", "\(parts[0]) \(section)" + (index + 1 < pages.count ? " ," : ""))
    }
  }
}
