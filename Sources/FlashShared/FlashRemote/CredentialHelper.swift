internal import FlashCommand
internal import FlashModel

/// A program that keeps secrets and speaks git's credential protocol.
///
/// - Source: git-credential(1), gitcredentials(7).
struct CredentialHelper: SecretPlace {
  private let line: String
  private let context: CommandContext
  /// How long it may take; it may have to ask somebody.
  private static let limit = Duration.seconds(60)

  /// - Parameter line: as `credential.helper` has it: a snippet for the shell that begins with `!`, an
  ///   absolute path, or the name of a program without `git-credential-`; arguments may follow.
  init(_ line: String, in context: CommandContext) {
    self.line = line
    self.context = context
  }

  var description: String { "the helper '\(line)'" }

  func get(_ what: CredentialName) throws -> String? {
    guard let answer = ask("get", what, secret: nil) else { return nil }
    var secret: String?
    for line in answer {
      if line == "quit=1" || line == "quit=true" { throw RemoteError.notSignedIn(what.host) }
      if line.hasPrefix("password=") { secret = String(line.dropFirst("password=".count)) }
      if line.hasPrefix("username="), line.dropFirst("username=".count) != what.username {
        return nil
      }
    }
    return secret
  }

  func store(_ secret: String, _ what: CredentialName) throws {
    _ = ask("store", what, secret: secret)
  }

  func erase(_ secret: String, _ what: CredentialName) throws {
    _ = ask("erase", what, secret: secret)
  }

  /// - Returns: the lines of the answer; nil if the helper failed, which is a warning.
  private func ask(_ action: String, _ what: CredentialName, secret: String?) -> [String]? {
    var text = "protocol=\(what.scheme)\nhost=\(what.host)\nusername=\(what.username)\n"
    if let secret { text += "password=\(secret)\n" }
    var report: BoundedProcess.Report?
    for command in commands(action) {
      report = BoundedProcess.run(
        command, environment: context.environment.all, input: Array((text + "\n").utf8),
        within: CredentialHelper.limit)
      if report?.isSuccess == true { break }
    }
    guard let report, report.isSuccess else {
      context.warn("the credential helper '\(line)' failed")
      return nil
    }
    return String(decoding: report.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What to run, each if the one before failed.
  private func commands(_ action: String) -> [[String]] {
    if line.hasPrefix("!") { return [["/bin/sh", "-c", "\(line.dropFirst()) \(action)"]] }
    if line.hasPrefix("/") { return [["/bin/sh", "-c", "\(line) \(action)"]] }
    return [
      ["/bin/sh", "-c", "git-credential-\(line) \(action)"],
      ["/bin/sh", "-c", "\"$(git --exec-path)\"/git-credential-\(line) \(action)"],
      ["/bin/sh", "-c", "git credential-\(line) \(action)"],
    ]
  }
}
