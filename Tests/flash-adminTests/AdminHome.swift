import FlashCommand
import FlashModel
import FlashTestSupport

@testable import flash_admin

/// Somebody who administers an imitation of a server.
struct AdminHome {
  let server: ImitationServer
  let session: CommandSession

  init(_ answers: [ImitationServer.Answer]) throws {
    server = try ImitationServer(answers)
    session = try CommandSession()
    session.variables["FLASH_SERVER"] = server.address
    session.variables["FLASH_TOKEN"] = "fo_test"
  }

  /// - Parameter arguments: parted at blanks, but within single quotes.
  func run(_ arguments: String, input: String = "") -> CommandSession.Outcome {
    var words: [String] = []
    for (index, part) in arguments.split(separator: "'", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return session.run(FlashAdmin.self, "flash-admin", words, input: input)
  }

  /// The path of everything that operators ask.
  static let admin = "/api/v1/admin"

  /// An account as the server tells of it.
  static func user(_ id: String, _ email: String, more: String = "") -> String {
    """
    {"id":"\(id)","email":"\(email)","name":null,"providers":["email"],"status":"active",\
    "plan_key":"free","subscription_status":"free","subscription_expires_at":null,\
    "scheduled_delete_at":null,"disabled_at":null,"disabled_reason":null,\
    "created_at":"2026-01-02T03:04:05Z","last_seen_at":null\(more)}
    """
  }

  /// The same with its details.
  static func detail(_ id: String, _ email: String) -> String {
    user(
      id, email,
      more: """
        ,"note":null,"marketing_opt_in":false,"identities":[],"sessions":[],\
        "counts":{"cards":{"live":3,"deleted":1}},"storage_bytes":4096,"resync_epoch":0,\
        "entitlements":{"plan_key":"free","version":1,"entitlements":{}}
        """)
  }

  static func page(_ users: [String], next: String? = nil) -> String {
    let cursor = next.map { "\"\($0)\"" } ?? "null"
    return #"{"users":[\#(users.joined(separator: ","))],"next_cursor":\#(cursor)}"#
  }

  static func plan(_ key: String, version: Int, decks: String = "5") -> String {
    """
    {"key":"\(key)","label":"Label","version":\(version),"product_ids":["p"],"rank":1,\
    "public":true,"holders":2,"updated_at":"2026-01-02T03:04:05Z","entitlements":\
    {"decks.create":{"type":"max_count","max":\(decks)},"study.smart":{"type":"boolean","allowed":true}}}
    """
  }
}
