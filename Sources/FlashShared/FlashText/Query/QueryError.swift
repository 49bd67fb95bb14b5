public import FlashModel

/// What of a query can't be understood, and where.
public struct QueryError: UserFacingError, Hashable {
  /// Where it stands, in characters from 1.
  public let column: Int
  public let fault: Fault

  public enum Fault: Hashable, Sendable {
    /// There is no term of that name, such as `dek:`; names that are near it.
    case unknownTerm(String, near: [String])
    /// A term does not know this word; words that are near it, else all of them.
    case unknownWord(String, term: String, known: [String])
    /// A number is wanted, of a certain sort.
    case notANumber(String, term: String, expected: String)
    case notAnID(String, term: String)
    /// A term such as `prop:` without one of the operators.
    case noComparison(String)
    /// Nothing stands behind a term's colon.
    case noValue(term: String)
    /// Quotes with nothing in them.
    case emptyText
    case openQuote
    /// A parenthesis that is not closed.
    case openParenthesis
    case closingParenthesis
    /// Nothing stands where something has to, such as behind `or`.
    case nothingBehind(String)
    case nothingBefore(String)
    case badPattern(PatternError)
    /// A limit was passed: too long, too deeply nested, too many terms.
    case tooLarge(String)
  }

  init(_ fault: Fault, at column: Int) {
    self.column = column
    self.fault = fault
  }

  public var message: String { "query: column \(column): \(reason)" }

  private var reason: String {
    switch fault {
    case .unknownTerm(let name, _): "no such term: '\(name):'"
    case .unknownWord(let word, let term, _): "'\(term):' does not know '\(word)'"
    case .notANumber(let text, let term, let expected):
      "'\(term)': \(expected) expected, found '\(text)'"
    case .notAnID(let text, let term): "'\(term):': not an id: '\(text)'"
    case .noComparison(let text): "no comparison in '\(text)'"
    case .noValue(let term): "nothing stands behind '\(term):'"
    case .emptyText: "nothing stands in the quotes"
    case .openQuote: "the quote is not closed"
    case .openParenthesis: "the parenthesis is not closed"
    case .closingParenthesis: "no parenthesis is open here"
    case .nothingBehind(let word): "nothing stands behind '\(word)'"
    case .nothingBefore(let word): "nothing stands before '\(word)'"
    case .badPattern(let error): error.reason
    case .tooLarge(let reason): reason
    }
  }

  public var hint: String? {
    switch fault {
    case .unknownTerm(let name, let near):
      near.isEmpty
        ? "to look for the text itself, write '\(name)\\:'"
        : "did you mean \(quoted(near.map { $0 + ":" }))?"
    case .unknownWord(_, _, let known):
      known.count > 3
        ? "it knows \(known.joined(separator: ", "))" : "did you mean \(quoted(known))?"
    case .noComparison: "such as 'prop:due<=3'; the operators are = != < <= > >="
    case .noValue(let term): "a value with spaces or parentheses is quoted: '\(term):\"…\"'"
    case .openQuote: "to look for a quote itself, write '\\\"'"
    case .closingParenthesis, .openParenthesis: "to look for a parenthesis itself, quote it"
    case .nothingBehind("-"): "to look for a dash itself, write '\\-'"
    case .nothingBehind(let word), .nothingBefore(let word):
      "to look for the word itself, quote it: '\"\(word)\"'"
    case .badPattern, .notANumber, .notAnID, .emptyText, .tooLarge: nil
    }
  }

  public var code: String { "query" }
  public var kind: FailureKind { .badInput }

  private func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
