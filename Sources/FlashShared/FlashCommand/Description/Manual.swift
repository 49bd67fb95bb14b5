/// The prose of a command's manual page.
///
/// Texts are written in a light markup: a blank line parts paragraphs, `` `code` `` is literal,
/// `*word*` is stressed, a line indented by four spaces is shown as it stands.
public struct Manual: Sendable, Hashable {
  /// A command line that works as it stands, and what it does.
  public struct Example: Sendable, Hashable {
    public var says: String
    public var command: String

    public init(_ says: String, _ command: String) {
      self.says = says
      self.command = command
    }
  }

  /// A term and what is said about it.
  public struct Entry: Sendable, Hashable {
    public var term: String
    public var text: String

    public init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  public var description: String
  public var examples: [Example]
  /// Variables beside those that every command reads.
  public var environment: [Entry]
  public var files: [Entry]
  /// What a code means for this command, where it says more than the code does.
  public var exitCodes: [ExitCode: String]
  public var diagnostics: String
  /// Pages, such as `flash-import(1)`.
  public var seeAlso: [String]
  public var standards: String
  public var caveats: String
  public var bugs: String

  public init(
    _ description: String = "", examples: [Example] = [], environment: [Entry] = [],
    files: [Entry] = [], exitCodes: [ExitCode: String] = [:], diagnostics: String = "",
    seeAlso: [String] = [], standards: String = "", caveats: String = "", bugs: String = ""
  ) {
    self.description = description
    self.examples = examples
    self.environment = environment
    self.files = files
    self.exitCodes = exitCodes
    self.diagnostics = diagnostics
    self.seeAlso = seeAlso
    self.standards = standards
    self.caveats = caveats
    self.bugs = bugs
  }
}
