import FlashServer
import FlashTestSupport
import Foundation

/// The storages of both databases, each new and empty.
final class TestStorage: Sendable {
  let storage: any ServerStorage
  /// The folder of the embedded one.
  let folder: TemporaryDirectory

  init(_ database: TestDatabase, isMigrated: Bool = true) throws {
    folder = try TemporaryDirectory()
    switch database {
    case .sqlite: storage = TestStorage.embedded(in: folder.path)
    case .postgreSQL: storage = PostgreSQLStorage(address: try TestPostgreSQL.database())
    }
    if isMigrated { try storage.migrate() }
  }

  /// The embedded storage of a folder; as many as there are processes.
  static func embedded(in folder: String, foldsBeside: Bool = false) -> EmbeddedStorage {
    EmbeddedStorage(
      folder: folder,
      makeFolder: {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
      },
      removeFiles: { paths in
        for path in paths where FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
      }, foldsBeside: foldsBeside)
  }
}
