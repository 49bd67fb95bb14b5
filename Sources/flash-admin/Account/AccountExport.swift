import FlashAPI
import FlashCommand

/// `flash admin account export`.
struct AccountExport: Command {
  struct Options: CommandOptions {
    var remote: String?
    var output: String?
    var mayReplace = false
  }

  static let description = CommandDescription<Options>(
    name: "export", abstract: "write everything that the server has of you",
    options: [
      .output(into: \.output), .replaces(into: \.mayReplace), .remote(into: \.remote),
    ],
    exitCodes: AdminExit.codes + [.cannotCreate],
    manual: Manual(
      "Writes JSON Lines, which `flash import` reads. `flash export` writes what is here instead."))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let bytes = try AdminSession(ofRemote: options.remote, in: context).bytes(Endpoints.exportMe)
    try ExportFile.write(
      bytes, to: options.output, mayReplace: options.mayReplace, in: context)
  }
}
