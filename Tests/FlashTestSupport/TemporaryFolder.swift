import Foundation

/// A folder of a test's own, which is gone when the test ends.
public struct TemporaryFolder: Sendable {
  /// Absolute, without links in it.
  public let path: String

  private init() throws {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("flash-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.path
  }

  /// Calls `body` with a new folder.
  @discardableResult
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try body(folder)
  }

  /// Calls `body` with a new folder.
  @discardableResult
  public static func with<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TemporaryFolder) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try await body(folder)
  }

  /// The path of `name` in the folder.
  public func path(of name: String) -> String { path + "/" + name }

  /// Writes `text`, making the folders on the way.
  public func write(_ text: String, to name: String, mode: Int = 0o644) throws {
    try write(Array(text.utf8), to: name, mode: mode)
  }

  /// Writes `bytes`, making the folders on the way.
  public func write(_ bytes: [UInt8], to name: String, mode: Int = 0o644) throws {
    let place = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try SpawnLock.with { try Data(bytes).write(to: place) }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
  }

  public func bytes(of name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(of: name))))
  }

  public func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// The permission bits.
  public func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return (attributes[.posixPermissions] as? Int ?? 0) & 0o7777
  }

  /// What lies in the folder `name`, sorted.
  public func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: name)).sorted()
  }

  /// Makes the symbolic link `name`, which leads to `target` as written.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(of: name), withDestinationPath: target)
  }

  public func target(ofLink name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: path(of: name))
  }

  private func remove() {
    // A test may have removed it; what is left of it fails no test.
    try? FileManager.default.removeItem(atPath: path)
  }
}
