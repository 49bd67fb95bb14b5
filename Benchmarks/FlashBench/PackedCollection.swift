import CArchive
import CZstd

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Puts a collection of Anki into a package.
enum PackedCollection {
  enum Failure: Error {
    case file(String)
    case library(String)
  }

  static func remove(_ path: String) throws {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Failure.file(path) }
  }

  /// - Parameter isLegacy: deflated; else compressed with zstd and stored, as Anki has them.
  static func pack(_ collection: String, into path: String, isLegacy: Bool) throws {
    guard let archive = unsafe archive_write_new() else { throw Failure.library("libarchive") }
    defer { unsafe archive_write_free(archive) }
    unsafe archive_write_set_format_zip(archive)
    try check(unsafe archive_write_open_filename(archive, path))
    let bytes = try contents(of: collection)
    if isLegacy {
      try unsafe add("meta", [0x08, 0x02], to: archive)
      try unsafe add("collection.anki21", bytes, to: archive, isDeflated: true)
      try unsafe add("media", Array("{}".utf8), to: archive)
    } else {
      try unsafe add("meta", [0x08, 0x03], to: archive)
      try unsafe add("collection.anki21b", try compressed(bytes), to: archive)
      try unsafe add("media", try compressed([]), to: archive)
    }
    try check(unsafe archive_write_close(archive))
  }

  private static func add(
    _ name: String, _ bytes: [UInt8], to archive: OpaquePointer, isDeflated: Bool = false
  ) throws {
    guard let entry = unsafe archive_entry_new() else { throw Failure.library("libarchive") }
    defer { unsafe archive_entry_free(entry) }
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_size(entry, la_int64_t(bytes.count))
    unsafe archive_entry_set_filetype(entry, 0o100_000)
    unsafe archive_entry_set_perm(entry, 0o644)
    // The same bytes on every day.
    unsafe archive_entry_set_mtime(entry, time_t(GeneratedAnki.created), 0)
    try check(
      unsafe isDeflated
        ? archive_write_zip_set_compression_deflate(archive)
        : archive_write_zip_set_compression_store(archive))
    try check(unsafe archive_write_header(archive, entry))
    let written = unsafe bytes.withUnsafeBytes {
      unsafe archive_write_data(archive, $0.baseAddress, $0.count)
    }
    guard written == bytes.count else { throw Failure.library("libarchive") }
  }

  private static func check(_ status: Int32) throws {
    guard status == ARCHIVE_OK else { throw Failure.library("libarchive") }
  }

  private static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let room = ZSTD_compressBound(bytes.count)
    var status = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
      status = unsafe bytes.withUnsafeBytes { input in
        unsafe ZSTD_compress(output.baseAddress, room, input.baseAddress, input.count, 3)
      }
      count = ZSTD_isError(status) == 0 ? status : 0
    }
    guard ZSTD_isError(status) == 0 else { throw Failure.library("zstd") }
    return output
  }

  private static func contents(of path: String) throws -> [UInt8] {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { throw Failure.file(path) }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    var isWhole = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, count in
      while count < size {
        let step = unsafe pread(
          file, buffer.baseAddress?.advanced(by: count), size - count, off_t(count))
        guard step > 0 else { break }
        count += step
      }
      isWhole = count == size
    }
    guard isWhole else { throw Failure.file(path) }
    return bytes
  }
}
