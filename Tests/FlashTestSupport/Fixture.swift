public import Foundation

/// The files of Tests/Fixtures.
public enum Fixture {
  /// The folder itself.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

  /// A file of the project, by its path from the top.
  public static func projectFile(_ path: String) -> URL {
    folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(path)
  }

  /// The bytes of the file at `path`, relative to Tests/Fixtures.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// The JSON document at `path`.
  public static func json<Value: Decodable>(
    _ path: String, as type: Value.Type = Value.self
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(contentsOf: folder.appendingPathComponent(path)))
  }
}
