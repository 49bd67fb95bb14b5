import CMicroHTTPD
import FlashServer
import FlashSnapshot

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Boundary to libmicrohttpd, with HTTPDaemon.swift: what it tells of a request, and how it is given
// an answer.

/// Copies out of the library's memory, and into it.
@safe
enum MicroHTTPDMessages {
  /// The fields of a head.
  static func fields(of connection: OpaquePointer) -> HeadFields {
    let copies = Copies()
    let context = unsafe Unmanaged.passUnretained(copies).toOpaque()
    unsafe MHD_get_connection_values(
      connection, MHD_ValueKind.HEADER_KIND,
      { context, _, name, value in
        guard let context = unsafe context, let name = unsafe name else { return MHD_Result.YES }
        let copies = unsafe Unmanaged<Copies>.fromOpaque(context).takeUnretainedValue()
        copies.fields.add(
          unsafe String(cString: name), unsafe value.map { unsafe String(cString: $0) } ?? "")
        return MHD_Result.YES
      }, context)
    return copies.fields
  }

  private final class Copies {
    var fields = HeadFields()
  }

  /// Hands an answer to the library.
  /// - Parameter closing: whether the connection ends with it.
  static func queue(
    _ answer: HTTPResponse, on connection: OpaquePointer, closing: Bool
  ) -> MHD_Result {
    guard let response = unsafe response(answer) else { return MHD_Result.NO }
    for field in answer.fields {
      unsafe MHD_add_response_header(response, field.name, field.value)
    }
    if closing { unsafe MHD_add_response_header(response, "Connection", "close") }
    let result = unsafe MHD_queue_response(connection, UInt32(answer.status), response)
    unsafe MHD_destroy_response(response)
    return result
  }

  private static func response(_ answer: HTTPResponse) -> OpaquePointer? {
    if let file = answer.file {
      let descriptor = file.handedOver()
      // The library closes it when the answer is sent, or could not be.
      let response = unsafe MHD_create_response_from_fd64(UInt64(file.size), descriptor)
      if unsafe response == nil { close(descriptor) }
      return unsafe response
    }
    return unsafe answer.body.withUnsafeBytes {
      unsafe MHD_create_response_from_buffer(
        $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress),
        MHD_ResponseMemoryMode.RESPMEM_MUST_COPY)
    }
  }

  /// The address of the other side.
  static func peer(of connection: OpaquePointer) -> String {
    unsafe text(of: flash_mhd_peer(connection))
  }

  /// An address as people write it; empty for one of another kind.
  static func text(of address: UnsafePointer<sockaddr>?) -> String {
    guard let address = unsafe address else { return "" }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = Int32(unsafe address.pointee.sa_family)
    let length = socklen_t(buffer.count)
    switch family {
    case AF_INET:
      unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        var source = unsafe $0.pointee.sin_addr
        unsafe inet_ntop(AF_INET, &source, &buffer, length)
      }
    case AF_INET6:
      unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        var source = unsafe $0.pointee.sin6_addr
        unsafe inet_ntop(AF_INET6, &source, &buffer, length)
      }
    default: return ""
    }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("::ffff:") ? String(text.dropFirst(7)) : text
  }
}
