/// A command, described once: what it takes, what it gives, what there is to say about it.
public struct CommandDescription<Options: CommandOptions>: Sendable {
  public let name: String
  public let abstract: String
  public let operands: [CommandOperand<Options>]
  public let options: [CommandOption<Options>]
  public let subcommands: [Subcommand]
  public let fields: [FieldSpecification]
  public let manual: Manual
  public let exitCodes: [ExitCode]
  public let traits: CommandTraits
  let isGroup: Bool

  /// Describes a command that does something.
  /// - Parameters:
  ///   - name: `flash-import` for a program, the word for a subcommand.
  ///   - abstract: one line: lower case, no full stop.
  ///   - fields: what `--json` offers; empty if there is no such output.
  ///   - exitCodes: codes beside 0, 1, 64, 70, 74 and 78.
  public init(
    name: String, abstract: String, operands: [CommandOperand<Options>] = [],
    options: [CommandOption<Options>] = [], subcommands: [Subcommand] = [],
    fields: [FieldSpecification] = [], exitCodes: [ExitCode] = [],
    traits: CommandTraits = [.usesStore], manual: Manual = Manual()
  ) {
    self.init(
      name, abstract, operands, options, subcommands, fields, exitCodes, traits, manual,
      isGroup: false)
  }

  fileprivate init(
    _ name: String, _ abstract: String, _ operands: [CommandOperand<Options>],
    _ options: [CommandOption<Options>], _ subcommands: [Subcommand],
    _ fields: [FieldSpecification], _ exitCodes: [ExitCode], _ traits: CommandTraits,
    _ manual: Manual, isGroup: Bool
  ) {
    self.name = name
    self.abstract = abstract
    self.operands = operands
    self.options = options
    self.subcommands = subcommands
    self.fields = fields
    self.exitCodes = exitCodes
    self.traits = traits
    self.manual = manual
    self.isGroup = isGroup
  }
}

extension CommandDescription where Options == NoOptions {
  /// Describes a command that does nothing without a subcommand.
  public init(
    group name: String, abstract: String, subcommands: [Subcommand],
    traits: CommandTraits = [.usesStore], manual: Manual = Manual()
  ) {
    self.init(name, abstract, [], [], subcommands, [], [], traits, manual, isGroup: true)
  }
}

/// What a command is like, beyond its own options; it decides which common options it has.
public struct CommandTraits: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It opens the collection: `--store`.
  public static let usesStore = CommandTraits(rawValue: 1)
  /// It reads or writes lists of names: `-0`.
  public static let listsNames = CommandTraits(rawValue: 2)
  /// It serves: SIGPIPE is ignored.
  public static let isServer = CommandTraits(rawValue: 4)
  /// It is left out of help and completion.
  public static let isHidden = CommandTraits(rawValue: 8)
}
