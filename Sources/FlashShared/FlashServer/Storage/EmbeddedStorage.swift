public import FlashModel
public import FlashSQL
import Synchronization

/// SQLite: a file for the directory, and one for each account, in one folder.
///
/// Every change and every checkpoint of a file is made under its lock, which is held over processes
/// too: the SQLite that Debian ships can damage a log that one process folds while another commits.
public final class EmbeddedStorage: ServerStorage {
  private let folder: String
  private let makeFolder: @Sendable (String) throws -> Void
  private let removeFiles: @Sendable ([String]) throws -> Void
  private let foldsBeside: Bool
  private let directoryFile: DatabaseFile
  private let open = Mutex(OpenFiles())

  /// Account files that stay open between requests.
  private static let mostOpen = 256
  /// Of those, the ones written last, which keep the pages that they had at work.
  private static let mostWarm = 4

  private struct OpenFiles {
    var files: [UserID: DatabaseFile] = [:]
    /// Counts uses, so that the file that was used longest ago is closed first.
    var uses: Int64 = 0
    var lastUse: [UserID: Int64] = [:]
    /// The file written last is the last.
    var warm: [DatabaseFile] = []
  }

  /// - Parameters:
  ///   - folder: exists already.
  ///   - makeFolder: makes a folder that may be there already.
  ///   - removeFiles: removes files, those that are missing passed over.
  ///   - foldsBeside: logs of files are folded by threads of their own.
  public init(
    folder: String, makeFolder: @escaping @Sendable (String) throws -> Void,
    removeFiles: @escaping @Sendable ([String]) throws -> Void, foldsBeside: Bool = false
  ) {
    self.folder = folder
    self.makeFolder = makeFolder
    self.removeFiles = removeFiles
    self.foldsBeside = foldsBeside
    directoryFile = DatabaseFile(
      path: folder + "/directory.db", part: .directory, foldsBeside: foldsBeside)
  }

  public func migrate() throws { try directoryFile.prepare() }

  public func directory<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try directoryFile.write(until: deadline, body)
  }

  public func readDirectory<Result>(
    until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try directoryFile.read(until: deadline, body)
  }

  public func account<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let file = try file(of: user)
    defer { keepWarm(file) }
    return try file.write(until: deadline, body)
  }

  public func fillAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let file = try file(of: user)
    defer { keepWarm(file) }
    return try file.fill(until: deadline, body)
  }

  public func readAccount<Result>(
    _ user: UserID, until deadline: Deadline?, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try file(of: user).read(until: deadline, body)
  }

  public func erase(_ user: UserID) throws {
    let path = path(of: user)
    open.withLock {
      let file = $0.files.removeValue(forKey: user)
      $0.lastUse[user] = nil
      $0.warm.removeAll { $0 === file }
    }
    try removeFiles([path, path + "-wal", path + "-shm", path + ".lock"])
  }

  /// Notes that a file was written, and has the one that was so long ago give back its memory.
  private func keepWarm(_ file: DatabaseFile) {
    let cold = open.withLock { open -> DatabaseFile? in
      open.warm.removeAll { $0 === file }
      open.warm.append(file)
      return open.warm.count > EmbeddedStorage.mostWarm ? open.warm.removeFirst() : nil
    }
    cold?.letGoOfPages()
  }

  private func path(of user: UserID) -> String {
    let name = user.description
    return "\(folder)/accounts/\(name.suffix(2))/\(name).db"
  }

  private func file(of user: UserID) throws -> DatabaseFile {
    let file = open.withLock { open -> DatabaseFile in
      open.uses += 1
      open.lastUse[user] = open.uses
      if let file = open.files[user] { return file }
      let file = DatabaseFile(
        path: path(of: user), part: .account, foldsBeside: foldsBeside)
      open.files[user] = file
      if open.files.count > EmbeddedStorage.mostOpen,
        let oldest = open.lastUse.min(by: { $0.value < $1.value })?.key
      {
        // A request that is at work on it holds it until it is done.
        open.files[oldest] = nil
        open.lastUse[oldest] = nil
      }
      return file
    }
    if !file.isPrepared {
      try makeFolder("\(folder)/accounts/\(user.description.suffix(2))")
      try file.prepare()
    }
    return file
  }
}
