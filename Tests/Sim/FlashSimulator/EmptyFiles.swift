import FlashModel
import FlashSQL
import FlashServer
import FlashStore
import Foundation

/// Files as they are before anything is in them, so that not every run has to make their tables.
struct EmptyFiles {
  let collection: Data
  let directory: Data
  let account: Data

  /// - Parameter folder: is made, and removed again.
  init(in folder: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    let start = Timestamp(milliseconds: 1)
    _ = try Store(path: folder + "/collection.db", for: .writing, at: start, random: Dice(0))
    // Whoever opens it first gives it its name, as after a crash at this point.
    collection = try EmptyFiles.read(folder + "/collection.db", after: "delete from store")
    let storage = EmptyFiles.storage(in: folder)
    try storage.migrate()
    let user = UserID(high: 0, low: 1)
    try storage.readAccount(user, until: nil) { _ in }
    directory = try EmptyFiles.read(folder + "/directory.db")
    account = try EmptyFiles.read(EmptyFiles.account(user, in: folder))
  }

  /// Where a server keeps an account's rows.
  static func account(_ user: UserID, in folder: String) -> String {
    "\(folder)/accounts/\(user.description.suffix(2))/\(user).db"
  }

  /// The storage of a folder, as `flash serve` has it.
  static func storage(in folder: String) -> EmbeddedStorage {
    EmbeddedStorage(
      folder: folder,
      makeFolder: {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
      },
      removeFiles: { paths in
        for path in paths where FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
      })
  }

  private static func read(_ path: String, after sql: String = "") throws -> Data {
    let connection = try SQLiteConnection(path: path, access: .write)
    try connection.execute(sql)
    let isWhole = try connection.checkpoint()
    precondition(isWhole, "somebody reads \(path)")
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
