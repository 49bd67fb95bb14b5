import Foundation

extension TemporaryFolder {
  /// Every file below the folder by its path, with its bytes. SQLite's `-shm` files are left out:
  /// they are memory that its readers share, hold no data and are made anew when they are lost.
  public func snapshot() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path)
    where !name.hasSuffix("-shm") {
      var isFolder: ObjCBool = false
      let file = self.path(of: name)
      guard unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
        continue
      }
      files[name] = isFolder.boolValue ? [] : try bytes(of: name)
    }
    return files
  }
}
