/// What is known of one option without the type that it is read into: parser, help, manual page
/// and completion all read this value.
public struct OptionSpecification: Sendable, Hashable {
  /// What follows the option's name.
  public enum Argument: Sendable, Hashable {
    /// Nothing: a flag. One that is on by default is shown as `--no-name`.
    case flag(isOnByDefault: Bool)
    case required(name: String)
    /// Only attached: `--json`, `--json=id,name`.
    case optional(name: String)
    /// Nothing, and there is no `--no-name`: it does something by itself, such as `--help`.
    case action
  }

  /// The long name without its dashes.
  public var name: String
  public var short: Character?
  public var argument: Argument
  /// One line for the list of options: lower case, no full stop.
  public var help: String
  /// What the manual page adds, in the markup of ``Manual``.
  public var details: String = ""
  public var completion: Completion = .none
  /// The heading that it stands under; none for the command's main options.
  public var group: String?
  public var isRepeatable = false
  public var isHidden = false

  public init(name: String, short: Character? = nil, argument: Argument, help: String) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// Whether `--no-name` is understood.
  public var isNegatable: Bool { if case .flag = argument { true } else { false } }

  public var isOnByDefault: Bool { argument == .flag(isOnByDefault: true) }

  /// `--name`, or `--no-name` for what is on by default.
  public var shownName: String { isOnByDefault ? "--no-\(name)" : "--\(name)" }

  /// `-d, --deck=DECK`, as lists of options show it.
  public var label: String {
    let long =
      switch argument {
      case .flag, .action: shownName
      case .required(let value): "--\(name)=\(value)"
      case .optional(let value): "--\(name)[=\(value)]"
      }
    return short.map { "-\($0), \(long)" } ?? long
  }
}

/// What is known of one operand without the type that it is read into.
public struct OperandSpecification: Sendable, Hashable {
  /// In capitals: `FILE`.
  public var name: String
  public var help: String
  public var completion: Completion = .none
  public var isRequired: Bool
  public var isRepeatable: Bool

  public init(name: String, help: String, isRequired: Bool, isRepeatable: Bool) {
    self.name = name
    self.help = help
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
  }

  /// `FILE...`, in brackets if it may be left out.
  public var label: String {
    let text = isRepeatable ? "\(name)..." : name
    return isRequired ? text : "[\(text)]"
  }
}
