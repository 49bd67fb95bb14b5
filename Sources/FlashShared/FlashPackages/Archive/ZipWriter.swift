import CArchive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to libarchive's writer.

/// A zip archive that is being written, from front to back. What is written comes out of ``take()``.
@safe final class ZipWriter {
  /// What libarchive has made so far and nobody has taken yet.
  private final class Output {
    var bytes: [UInt8] = []
  }

  private let archive: OpaquePointer
  private let entry: OpaquePointer
  private let output = Output()

  /// Bytes that come out at a time.
  private static let blockSize: Int32 = 64 << 10
  /// Fast rather than small: text shrinks to a third all the same.
  private static let level = "1"

  /// What `stat` calls it; the macro has different types in the two headers.
  private static let regularFile: UInt32 = 0o100_000

  /// - Throws: `.tooLarge` if there is no memory.
  init() throws(PackageError) {
    guard let made = unsafe archive_write_new(), let entry = unsafe archive_entry_new() else {
      throw .tooLarge(reason: "no memory to pack it")
    }
    unsafe archive = made
    unsafe self.entry = entry
    unsafe archive_write_set_format_zip(archive)
    unsafe archive_write_set_format_option(archive, "zip", "compression-level", ZipWriter.level)
    unsafe archive_write_set_bytes_per_block(archive, ZipWriter.blockSize)
    // The last block is as short as it is.
    unsafe archive_write_set_bytes_in_last_block(archive, 1)
    let opened = unsafe archive_write_open(
      archive, Unmanaged.passUnretained(output).toOpaque(), nil,
      { _, context, bytes, count in unsafe ZipWriter.append(context, bytes, count) }, nil)
    guard opened == ARCHIVE_OK else { throw failure() }
  }

  deinit {
    unsafe archive_entry_free(entry)
    // Nothing comes of what was not closed.
    unsafe archive_write_fail(archive)
    unsafe archive_write_free(archive)
  }

  /// Called by libarchive within ``write(_:)`` and ``close()``.
  private nonisolated static func append(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    guard let context = unsafe context else { return -1 }
    let output = unsafe Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
    unsafe output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  /// Begins a member; all its bytes are to follow.
  /// - Parameters:
  ///   - name: ASCII.
  ///   - changed: seconds since 1970.
  ///   - isCompressed: whether it is deflated, or stored.
  func begin(
    _ name: String, size: Int, changed: Int64, isCompressed: Bool
  ) throws(PackageError) {
    unsafe archive_entry_clear(entry)
    unsafe archive_entry_set_pathname(entry, name)
    unsafe archive_entry_set_size(entry, la_int64_t(size))
    unsafe archive_entry_set_filetype(entry, ZipWriter.regularFile)
    unsafe archive_entry_set_perm(entry, 0o644)
    unsafe archive_entry_set_mtime(entry, time_t(changed), 0)
    let chosen =
      unsafe isCompressed
      ? archive_write_zip_set_compression_deflate(archive)
      : archive_write_zip_set_compression_store(archive)
    guard chosen == ARCHIVE_OK, unsafe archive_write_header(archive, entry) == ARCHIVE_OK else {
      throw failure()
    }
  }

  /// Adds bytes of the member.
  func write(_ bytes: ArraySlice<UInt8>) throws(PackageError) {
    guard !bytes.isEmpty else { return }
    let written = unsafe bytes.withUnsafeBytes { room in
      unsafe archive_write_data(archive, room.baseAddress, room.count)
    }
    guard written == bytes.count else { throw failure() }
  }

  /// What has come out since the last call.
  func take() -> [UInt8] {
    defer { output.bytes.removeAll(keepingCapacity: true) }
    return output.bytes
  }

  /// Ends the archive with its directory.
  func close() throws(PackageError) {
    guard unsafe archive_write_close(archive) == ARCHIVE_OK else { throw failure() }
  }

  private func failure() -> PackageError {
    let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
    return .cannotPack(reason: text ?? "unknown error")
  }
}
