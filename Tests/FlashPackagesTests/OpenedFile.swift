import FlashTestSupport
import Foundation

/// Bytes in a file that is open as long as the value lives.
final class OpenedFile {
  let folder: TemporaryDirectory
  private let handle: FileHandle
  let path: String

  init(_ bytes: [UInt8]) throws {
    folder = try TemporaryDirectory()
    path = try folder.write(bytes, to: "file")
    guard let opened = FileHandle(forReadingAtPath: path) else {
      throw CocoaError(.fileReadUnknown)
    }
    handle = opened
  }

  var descriptor: Int32 { handle.fileDescriptor }
}
