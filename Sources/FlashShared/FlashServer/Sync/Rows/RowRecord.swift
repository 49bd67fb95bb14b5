import FlashModel
import FlashSQL

/// Stands for whatever a row is, where only that it is one matters.
enum Row {}

typealias RowID = Identifier<Row>

/// A record as the tables of an account hold it.
protocol RowRecord: WireRecord {
  var rowID: RowID { get }
  /// By which the later of two edits wins; in a log entry nothing.
  var clock: Timestamp { get set }
  /// What it belongs to, which has to be the account's.
  var parents: [Parent] { get }
  /// Everything it names that has to be looked up.
  var mentions: [Parent] { get }
  /// Its deck, if it is of one.
  var deckOfRow: RowID { get }
  /// Lets go of what it names without need, where that is not the account's.
  mutating func forget(where isUnknown: (Parent) -> Bool)
  /// The columns that hold it, the first of them its id.
  static var columns: [SQLTable.Column] { get }
  /// Reads ``columns``, of which the first is column `first` of the query.
  static func read(_ row: some SQLStatement, from first: Int) -> Self
  /// What is written to ``columns``.
  var values: [SQLValue] { get }
}

struct Parent: Hashable {
  let entity: SyncEntity
  let id: RowID
}

extension RowRecord {
  var mentions: [Parent] { parents }
  var deckOfRow: RowID { parents.first { $0.entity == .decks }?.id ?? .nothing }
  mutating func forget(where isUnknown: (Parent) -> Bool) {}

  /// The columns that every table has before its own, then those, then the extra ones.
  static func table(_ extra: [SQLTable.Column] = []) -> SQLTable {
    SQLTable(
      entity.key, key: ["user_id", "id"],
      [.init("arrived_ms", .integer), .init("user_id", .id)] + columns + extra)
  }

  /// A query's list of ``columns``.
  static var list: String { columns.map(\.name).joined(separator: ", ") }
}

extension Identifier {
  var row: RowID { reinterpreted() }
}

extension SQLStatement {
  /// An id where there is always one.
  func id<Entity>(_ column: Int) -> Identifier<Entity> { identifier(column) ?? .nothing }

  func int(_ column: Int) -> Int { Int(integer(column)) }

  func word<Word: RawRepresentable<String>>(_ column: Int, _ otherwise: Word) -> Word {
    Word(rawValue: text(column)) ?? otherwise
  }
}
