import Foundation
public import Testing

/// Compares `text` with the file `Tests/Fixtures/golden/NAME`.
///
/// With `FLASH_WRITE_GOLDENS` set the file is written instead, to be reviewed as a diff.
public func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/golden")
  let file = folder.appendingPathComponent(name)
  if ProcessInfo.processInfo.environment["FLASH_WRITE_GOLDENS"] != nil {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  #expect(text == golden, "the golden \(name)", sourceLocation: sourceLocation)
}
