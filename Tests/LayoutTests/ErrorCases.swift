import FlashCommand
import FlashModel
import Foundation

/// What the error enums of Sources say, read from their text: which code a case has, and which exit
/// codes it leads to.
struct ErrorCases {
  /// Exit codes by slug.
  private(set) var exits: [String: Set<Int32>] = [:]
  /// Slugs of which some case has its exit code worked out by a function.
  private(set) var isOpen: Set<String> = []

  private static let kinds = Dictionary(
    uniqueKeysWithValues: FailureKind.allCases.map { ("\($0)", ExitCode($0).rawValue) })
  private static let codes = Dictionary(
    uniqueKeysWithValues: ExitCode.allCases.map { ("\($0)", $0.rawValue) })

  init() throws {
    for path in Project.sources {
      let text = try Project.text(path)
      // One error type follows another in a file: each begins at its `code`.
      let pieces = text.components(separatedBy: "var code: String {")
      for piece in pieces.dropFirst() { add(typeFrom: "{" + piece) }
      // Thrown by none of ours, or made by hand.
      guard text.contains("exitCode = .") else { continue }
      for match in text.matches(of: /\bcode = "([a-z_]+)"\s+exitCode = \.(\w+)/) {
        guard let exit = ErrorCases.codes[String(match.2)] else { continue }
        exits[String(match.1), default: []].insert(exit)
      }
    }
  }

  private mutating func add(typeFrom text: String) {
    let slugs = ErrorCases.arms(of: text)
    var kinds: [String: String] = [:]
    if let start = text.range(of: "var kind: FailureKind ") {
      kinds = ErrorCases.arms(of: String(text[start.upperBound...]))
    }
    var codes: [String: String] = [:]
    if let start = text.range(of: "var exitCode: ExitCode ") {
      codes = ErrorCases.arms(of: String(text[start.upperBound...]))
    }
    for (name, expression) in slugs {
      let kind = kinds[name] ?? kinds["default"] ?? ""
      var found = ErrorCases.numbers(in: kind, ErrorCases.kinds)
      if let code = codes[name] { found = ErrorCases.numbers(in: code, ErrorCases.codes) }
      for match in expression.matches(of: /"([a-z0-9_]+)"/) {
        let slug = String(match.1)
        exits[slug, default: []].formUnion(found)
        if found.isEmpty { isOpen.insert(slug) }
      }
    }
  }

  /// The exit codes of the implicit members in an expression.
  private static func numbers(in text: String, _ known: [String: Int32]) -> Set<Int32> {
    Set(text.matches(of: /\.(\w+)/).compactMap { known[String($0.1)] })
  }

  /// The arms of the switch in the first braces of `text`, by the names of their cases; a body that
  /// is one expression is the arm `default`.
  private static func arms(of text: String) -> [String: String] {
    let body = braced(text)
    guard body.contains("switch ") else { return ["default": body] }
    var arms: [String: String] = [:]
    for part in body.components(separatedBy: "\n    case ").dropFirst() {
      let pieces = part.components(separatedBy: "\n    default:")
      if pieces.count == 2 { arms["default"] = pieces[1] }
      let (pattern, expression) = split(pieces[0])
      for name in pattern.matches(of: /(?:^|,\s*)\.(\w+)/) { arms[String(name.1)] = expression }
    }
    return arms
  }

  /// The pattern and the expression of an arm: what stands before and after the colon that is in no
  /// parentheses. Parentheses are left out of the pattern.
  private static func split(_ arm: String) -> (pattern: String, expression: String) {
    var pattern = ""
    var depth = 0
    for (place, character) in arm.enumerated() {
      if character == ":", depth == 0 { return (pattern, String(arm.dropFirst(place + 1))) }
      if character == "(" { depth += 1 }
      if depth == 0 { pattern.append(character) }
      if character == ")" { depth -= 1 }
    }
    return (pattern, "")
  }

  /// What stands in the first braces.
  private static func braced(_ text: String) -> String {
    var depth = 0
    var body = ""
    for character in text {
      if character == "}" { depth -= 1 }
      if depth == 0, !body.isEmpty { break }
      if depth > 0 { body.append(character) }
      if character == "{" { depth += 1 }
    }
    return body
  }
}
