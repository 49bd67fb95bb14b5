import FlashAPI
import FlashCommand

/// `flash admin user export`.
struct UserExport: Command {
  struct Options: CommandOptions {
    var user = ""
    var output: String?
    var mayReplace = false
  }

  static let description = CommandDescription<Options>(
    name: "export", abstract: "write everything that is held about an account",
    operands: [.user(into: \.user)],
    options: [.output(into: \.output), .replaces(into: \.mayReplace)],
    exitCodes: AdminExit.codes + [.cannotCreate], traits: [],
    manual: Manual(
      """
      Writes JSON Lines: a header, a row each with its `entity`, and a count. `flash import` reads them.
      The export is in the audit log.
      """))

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let session = try AdminSession(in: context)
    let bytes = try session.bytes(
      Endpoints.adminExportUser, path: ["user_id": session.userID(options.user)])
    try ExportFile.write(
      bytes, to: options.output, mayReplace: options.mayReplace, in: context)
  }
}
