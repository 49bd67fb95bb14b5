/// All that is known of a command without the types of its options. Usage, manual page, completion
/// and the table for tests are rendered from this one value.
public struct CommandSpecification: Sendable {
  /// What a person types: `flash deck topic add`.
  public var invocation: String
  /// The last word of it, or the program's name at the root: `flash-deck`.
  public var name: String
  /// One line: lower case, no full stop.
  public var abstract: String
  public var operands: [OperandSpecification]
  /// The command's own options.
  public var options: [OptionSpecification]
  /// The options that it shares with every command.
  public var commonOptions: [OptionSpecification]
  public var fields: [FieldSpecification]
  public var subcommands: [CommandSpecification]
  /// It does nothing without a subcommand.
  public var isGroup: Bool
  public var isHidden: Bool
  public var manual: Manual
  /// Codes beside those that every command can end with.
  public var exitCodes: [ExitCode]

  public var allOptions: [OptionSpecification] { options + commonOptions }

  /// The own and common options that are shown to people.
  public var shownOptions: [OptionSpecification] { allOptions.filter { !$0.isHidden } }
}

/// A field of `--json`.
public struct FieldSpecification: Sendable, Hashable {
  public var name: String
  public var type: FieldType

  public init(name: String, type: FieldType) {
    self.name = name
    self.type = type
  }
}

/// The type of a field as `--json=help` names it; any of them may be null.
public enum FieldType: String, Sendable, Hashable {
  case string
  case integer
  case number
  case boolean
  /// RFC 3339 in UTC.
  case time
  /// `YYYY-MM-DD`.
  case day
  case strings
  case object
}
