#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes in a file without a name, for what reads from a descriptor.
@safe final class BytesFile {
  let descriptor: Int32

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/flash-fuzz-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&template)
    unsafe unlink(template)
    // What was not written is missing for all that follows, and told there.
    _ = unsafe write(descriptor, bytes, bytes.count)
  }

  deinit { close(descriptor) }
}
