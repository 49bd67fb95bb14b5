import FlashModel
import FlashSQL

/// All accounts, a page at a time, in the order of their ids.
struct Users<Storage: ServerStorage>: Sequence, IteratorProtocol {
  private let storage: Storage
  private var page: ArraySlice<UserID>
  private static var pageSize: Int { 500 }

  init(_ storage: Storage) throws {
    self.storage = storage
    page = try Users.page(after: UserID(high: 0, low: 0), in: storage)
  }

  mutating func next() -> UserID? {
    guard let user = page.popFirst() else { return nil }
    if page.isEmpty {
      // A page that can't be read ends the run; the next one begins again.
      page = (try? Users.page(after: user, in: storage)) ?? []
    }
    return user
  }

  private static func page(after user: UserID, in storage: Storage) throws -> ArraySlice<UserID> {
    try storage.readDirectory { connection in
      let found = try connection.rows(
        "select id from users where id > $1 order by id limit \(pageSize)", [SQLValue(user)]
      ) { row -> UserID? in row.identifier(0) }
      return ArraySlice(found.compactMap { $0 })
    }
  }
}
