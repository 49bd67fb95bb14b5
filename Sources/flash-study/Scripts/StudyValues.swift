public import FlashCommand
public import FlashModel

// Types of the product as options and operands are read into them.

extension StudyMode: Choice {}

extension Rating: CommandValue {
  public init?(argument: String) { self.init(argument) }
  public static var expected: String { "again, hard, good, easy or 1 to 4" }
  public static var valueName: String { "RATING" }
  public static var completion: Completion { .words(allCases.map(\.word)) }
}

extension Timestamp: CommandValue {
  public init?(argument: String) { self.init(rfc3339: argument) }
  public static var expected: String { "a time such as 2026-11-30T07:00:00Z" }
  public static var valueName: String { "TIME" }
}
