import FlashCommand

/// `flash completion`.
struct CompletionCommand: Command {
  enum Shell: String, Choice { case bash, zsh, fish }

  struct Options: CommandOptions {
    var shell = Shell.bash
  }

  static let description = CommandDescription<Options>(
    name: "flash-completion", abstract: "print the completion script of a shell",
    operands: [.required("SHELL", help: "bash, zsh or fish", into: \.shell)], traits: [],
    manual: Manual(
      """
      Prints the script by which a shell completes commands, options, decks and files. The scripts
      are thin: they ask flash and the plugins, which answer to `__complete`. An installed flash has
      put them where the shells look for them.
      """,
      examples: [
        Manual.Example("In `~/.bashrc`:", "source <(flash completion bash)"),
        Manual.Example("In `~/.zshrc`, after `compinit`:", "source <(flash completion zsh)"),
        Manual.Example("In `~/.config/fish/config.fish`:", "flash completion fish | source"),
      ]))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    switch options.shell {
    case .bash: context.output.write(CompletionScript.bash)
    case .zsh: context.output.write(CompletionScript.zsh)
    case .fish: context.output.write(CompletionScript.fish)
    }
  }
}
