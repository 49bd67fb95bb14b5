import FlashModel

extension Subcommand {
  /// Answers what every program answers by itself (help, version, completion, manual), and else
  /// runs the command that the arguments name.
  func start(
    _ arguments: [String], in context: inout CommandContext,
    candidates: (CompletionRequest, inout CommandContext) throws -> [CompletionCandidate]
  ) throws {
    switch arguments.first {
    case "__complete":
      CompletionEngine(root: self).answer(
        Array(arguments.dropFirst(arguments.dropFirst().first == "--" ? 2 : 1)), in: &context,
        candidates: candidates)
    case "__manual": context.output.write(ManualPage(specification("")).mdoc)
    case "__options": context.output.write(specification("").table)
    case "--flash-summary": context.output.line(specification("").abstract)
    default: try dispatch(ArgumentParser.parse(arguments, for: self), in: &context)
    }
  }

  private func dispatch(_ parsed: ParsedArguments, in context: inout CommandContext) throws {
    if parsed.common.wantsUsage || parsed.common.wantsHelp {
      return try showHelp(parsed, in: &context)
    }
    if let error = parsed.error { throw error }
    if parsed.common.wantsVersion { return context.output.line("\(name) \(Release.version)") }
    context.common = parsed.common
    context.invocation = parsed.invocation
    if parsed.common.json == .value("help") {
      for field in parsed.command.specification("").fields {
        context.output.line("\(field.name)\t\(field.type.rawValue)")
      }
      return
    }
    try parsed.command.run(parsed, &context)
  }

  private func showHelp(_ parsed: ParsedArguments, in context: inout CommandContext) throws {
    let specification = specification(of: parsed.invocation)
    if parsed.common.wantsUsage {
      return context.output.write(UsageText(specification).text)
    }
    try Help.show(
      specification,
      page: specification.invocation == CommandName.invocation(of: name) ? name : nil, in: &context)
  }

  /// The specification of the command with this invocation, this one or one below it.
  private func specification(of invocation: String) -> CommandSpecification {
    var found = specification("")
    while found.invocation != invocation,
      let next = found.subcommands.first(where: {
        invocation == $0.invocation || invocation.hasPrefix("\($0.invocation) ")
      })
    {
      found = next
    }
    return found
  }
}
