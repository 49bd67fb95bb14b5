import FlashCommand
import FlashModel
import FlashTerminal

/// Names that were given, one at a time; `-` stands for the lines of standard input, which are read as
/// they come.
struct GivenNames {
  private var operands: ArraySlice<String>
  private let keys: [String]
  private let context: CommandContext
  private var isInInput = false
  private var line = 0

  /// - Parameter keys: the members of an object that may hold the name; the first that is there counts.
  init(_ operands: [String], keys: [String], in context: CommandContext) {
    self.operands = operands[...]
    self.keys = keys
    self.context = context
  }

  /// - Returns: nil after the last.
  /// - Throws: ``AdminError/notGiven(line:reason:)`` for a line without a name; more may follow.
  mutating func next() throws -> String? {
    while true {
      if isInInput {
        if let name = try nextLine() { return name }
        isInInput = false
      }
      guard let operand = operands.popFirst() else { return nil }
      guard operand == "-" else { return operand }
      isInInput = true
    }
  }

  private mutating func nextLine() throws -> String? {
    while let text = try context.input.textLine(endedBy: context.nameSeparator) {
      line += 1
      guard let word = text.split(whereSeparator: \.isWhitespace).first else { continue }
      return word.first == "{" ? try name(in: text) : String(word)
    }
    return nil
  }

  private func name(in text: String) throws -> String {
    let object: JSONValue
    do throws(JSONError) {
      object = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw AdminError.notGiven(line: line, reason: error.message)
    }
    for key in keys { if case .string(let name)? = object[key] { return name } }
    throw AdminError.notGiven(line: line, reason: "an object without '\(keys[0])'")
  }
}

/// One thing done for each of some names. What is wrong with one of several is told, and the others are
/// done all the same.
struct Batch {
  private var names: GivenNames
  private let isOfOne: Bool
  private let context: CommandContext

  init(_ operands: [String], keys: [String] = ["id"], in context: CommandContext) {
    names = GivenNames(operands, keys: keys, in: context)
    isOfOne = operands.count == 1 && operands[0] != "-"
    self.context = context
  }

  /// - Throws: what `act` throws if it is about all, or there is one name only; `Exit` 3 at the end if
  ///   some failed.
  mutating func run(_ act: (String) throws -> Void) throws {
    var failures = 0
    while true {
      try context.check()
      var name: String?
      do {
        name = try names.next()
        guard let name else { break }
        try act(name)
      } catch let error as AdminError where error.isOfOne && !isOfOne {
        failures += 1
        let place = name.map { error.message.contains("'\($0)'") ? "" : "'\($0)': " } ?? ""
        context.errors.line("\(context.program): \(place)\(error.message)".printable(.line))
      }
    }
    if failures > 0 { throw Exit(.partly) }
  }
}
