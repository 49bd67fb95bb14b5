import FlashModel
import FlashSQL

/// Tokens that notices are pushed to a device with: one a sign-in, and gone with it.
enum DeviceTokens {
  /// Gives a token to a sign-in; whoever had it before has it no more, of whatever account, as the
  /// device is in other hands now.
  static func move(
    _ token: String, to signIn: SignInID, in connection: some SQLConnection
  ) throws {
    try connection.run(
      "update sign_ins set push_token = null where push_token = $1 and id <> $2",
      [.text(token), SQLValue(signIn)])
    try connection.run(
      "update sign_ins set push_token = $2 where id = $1 and ended_ms is null",
      [SQLValue(signIn), .text(token)])
  }

  static func forget(_ signIn: SignInID, in connection: some SQLConnection) throws {
    try connection.run("update sign_ins set push_token = null where id = $1", [SQLValue(signIn)])
  }
}
