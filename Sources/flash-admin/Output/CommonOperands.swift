import FlashCommand

extension CommandOperand {
  /// `USER...`.
  static func users(into path: any WritableKeyPath<Options, [String]> & Sendable) -> Self {
    .repeated(
      "USER", help: "an id or an address; '-' reads them, or JSON Lines, from standard input",
      isRequired: true, into: path)
  }

  /// `USER`.
  static func user(into path: any WritableKeyPath<Options, String> & Sendable) -> Self {
    .required("USER", help: "an id or an address", into: path)
  }
}

extension CommandOption {
  /// `--reason`, for the audit log.
  static func reason(into path: any WritableKeyPath<Options, String?> & Sendable) -> Self {
    .value("reason", named: "TEXT", help: "why, for the audit log", into: path)
  }

  /// `-n`.
  static func rehearsal(into path: any WritableKeyPath<Options, Bool> & Sendable) -> Self {
    .flag("dry-run", short: "n", help: "tell what would be done, do nothing", into: path)
  }

  /// `--keep-holders`.
  static func keepsHolders(into path: any WritableKeyPath<Options, Bool> & Sendable) -> Self {
    .flag(
      "keep-holders", help: "accounts that have the plan keep what they have of it now", into: path)
  }

  /// `--limit`.
  static func most(into path: any WritableKeyPath<Options, Int?> & Sendable) -> Self {
    .value("limit", named: "N", in: 1...1_000_000, help: "at most so many", into: path)
  }
}
