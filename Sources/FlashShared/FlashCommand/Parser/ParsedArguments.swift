/// The arguments of one call, sorted but not yet read into types.
struct ParsedArguments: Sendable {
  /// The command that was meant.
  var command: Subcommand
  /// What a person types for it: `flash deck topic add`.
  var invocation: String
  /// The command's own options by their place in its description, in the order given.
  var options: [(index: Int, occurrence: OptionOccurrence)] = []
  var common = CommonOptions()
  var operands: [String] = []
  /// The first thing that was wrong. Kept rather than thrown, as `-h` answers whatever else was
  /// given.
  var error: UsageError?
}
