import FlashCommand

@testable import flash_sample

/// Runs the sample program in process and gives back what it wrote and how it ended.
func sample(
  _ arguments: [String], environment: [String: String] = [:], input: String = "",
  terminal: TerminalFacts = TerminalFacts()
) -> (output: String, errors: String, ending: Ending) {
  var context = CommandContext(
    program: "flash-sample", arguments: arguments, environment: Environment(environment),
    input: InputStream(bytes: input.utf8), terminal: terminal)
  let ending = FlashSample.run(in: &context)
  return (context.output.captured, context.errors.captured, ending)
}

/// The same for words that hold no blanks.
func sample(_ line: String) -> (output: String, errors: String, ending: Ending) {
  sample(line.split(separator: " ").map(String.init))
}
