import FlashCommand
import FlashModel

/// Tells of things that were changed, one after the other: an object each for programs, a line each for
/// people.
struct Changes {
  private let lines: JSONLines<JSONValue>?

  init(_ fields: Fields<JSONValue>, in context: CommandContext) throws {
    lines = try context.jsonLines(fields)
  }

  func tell(_ value: some Encodable, _ text: String, in context: CommandContext) throws {
    guard let lines else { return try context.say(text) }
    try lines.write(JSONValueEncoder().encode(value))
    // Whoever reads wants to know before the next one begins.
    try lines.flush()
  }

  /// Tells people what would be done, where nothing is known of how it would come out.
  func rehearse(_ text: @autoclosure () throws -> String, in context: CommandContext) throws {
    let text = try text()
    if lines == nil { try context.say(text) }
  }

  func finish() throws { try lines?.finish() }
}
