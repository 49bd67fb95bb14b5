/// A command as another one's subcommand, the types of its options forgotten.
public struct Subcommand: Sendable {
  let name: String
  let traits: CommandTraits
  let isGroup: Bool
  let subcommands: [Subcommand]
  let options: [OptionSpecification]
  let commonOptions: [CommandOption<CommonOptions>]
  /// The specification below the parent's invocation.
  let specification: @Sendable (_ parent: String) -> CommandSpecification
  /// Reads the arguments into the command's options and runs it.
  let run: @Sendable (ParsedArguments, inout CommandContext) throws -> Void

  public init<C: Command>(_ command: C.Type) {
    let description = C.description
    name = description.name
    traits = description.traits
    isGroup = description.isGroup
    subcommands = description.subcommands
    options = description.options.map(\.specification)
    commonOptions = description.commonOptions
    specification = { description.specification(below: $0) }
    run = { arguments, context in
      try C.run(try description.options(from: arguments), in: &context)
    }
  }
}
