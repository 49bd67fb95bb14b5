internal import CCurl
internal import FlashAPI

// Boundary to libcurl.

/// One connection that is kept alive from request to request.
///
/// Certificates are checked, redirects are not followed, and nothing but HTTP is spoken. A server that
/// falls silent is given up.
@safe
public final class CurlTransport: Transport {
  private let handle: UnsafeMutableRawPointer
  private let isStopped: () -> Bool
  private let agent: String
  /// The answer that is coming in.
  fileprivate var headers: [String: String] = [:]
  fileprivate var body: [UInt8] = []

  /// No answer is larger, unpacked.
  fileprivate static let largestBody = 256 << 20

  /// - Parameters:
  ///   - agent: what the server is told of the program.
  ///   - isStopped: asked a few times a second; true gives the request up.
  public init(agent: String, isStopped: @escaping () -> Bool) throws(ClientError) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
      let handle = unsafe curl_easy_init()
    else { throw .unusable(reason: "it does not start") }
    unsafe self.handle = handle
    self.agent = agent
    self.isStopped = isStopped
  }

  deinit { unsafe curl_easy_cleanup(handle) }

  public func send(_ request: OutgoingRequest) throws(ClientError) -> IncomingAnswer {
    headers = [:]
    body = []
    unsafe curl_easy_reset(handle)
    setLimits()
    unsafe flash_curl_set_text(handle, CURLOPT_URL, request.url)
    unsafe flash_curl_set_text(handle, CURLOPT_USERAGENT, agent)
    unsafe flash_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip")
    unsafe flash_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    var lines: UnsafeMutablePointer<curl_slist>?
    for header in request.headers + [.init("Expect", "")] {
      // "Name:" without a value takes a header of libcurl's own away.
      let text = header.value.isEmpty ? "\(header.name):" : "\(header.name): \(header.value)"
      unsafe lines = curl_slist_append(lines, text)
    }
    defer { unsafe curl_slist_free_all(lines) }
    unsafe flash_curl_set_pointer(handle, CURLOPT_HTTPHEADER, lines)
    let status = unsafe request.body.withUnsafeBytes { bytes in
      if request.method != .get, request.method != .head {
        unsafe flash_curl_set_offset(
          handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
        // With no bytes at all a pointer is wanted all the same.
        unsafe flash_curl_set_pointer(
          handle, CURLOPT_POSTFIELDS, bytes.baseAddress ?? UnsafeRawPointer(handle))
      }
      return unsafe curl_easy_perform(handle)
    }
    guard status == CURLE_OK else { throw failure(status, request.url) }
    return answer()
  }

  private func setLimits() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe flash_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    unsafe flash_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, 10_000)
    // Less than a byte a second for half a minute.
    unsafe flash_curl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
    unsafe flash_curl_set_long(handle, CURLOPT_LOW_SPEED_TIME, 30)
    unsafe flash_curl_set_long(handle, CURLOPT_TIMEOUT_MS, 600_000)
    unsafe flash_curl_set_long(handle, CURLOPT_TCP_NODELAY, 1)
    unsafe flash_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    unsafe flash_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe flash_curl_set_data(handle, CURLOPT_WRITEFUNCTION, CurlTransport.takeBody)
    unsafe flash_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    unsafe flash_curl_set_data(handle, CURLOPT_HEADERFUNCTION, CurlTransport.takeHeader)
    unsafe flash_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    unsafe flash_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    unsafe flash_curl_set_progress(handle, CurlTransport.askToStop)
    unsafe flash_curl_set_pointer(handle, CURLOPT_XFERINFODATA, context)
  }

  private func answer() -> IncomingAnswer {
    var status = 0
    var up: curl_off_t = 0
    var down: curl_off_t = 0
    unsafe flash_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    unsafe flash_curl_get_offset(handle, CURLINFO_SIZE_UPLOAD_T, &up)
    unsafe flash_curl_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T, &down)
    defer { body = [] }
    return IncomingAnswer(
      status: status, headers: headers, body: body, bytesUp: Int(up), bytesDown: Int(down))
  }

  private func failure(_ status: CURLcode, _ url: String) -> ClientError {
    let host = String(
      url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" })
    let reason = unsafe String(cString: curl_easy_strerror(status)).lowercased()
    switch status {
    case CURLE_ABORTED_BY_CALLBACK: return .stopped
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CONNECT_ERROR,
      CURLE_SSL_ISSUER_ERROR:
      return .untrusted(host: host, reason: reason)
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      return .badAddress(url, reason: reason)
    case CURLE_WRITE_ERROR: return .malformed(host: host, reason: "the answer is too large")
    case CURLE_BAD_CONTENT_ENCODING:
      return .malformed(host: host, reason: "the answer is not packed as it says")
    default: return .unreachable(host: host, reason: reason)
    }
  }

  // The object outlives each request, so that an unretained pointer to it is good for as long.

  private nonisolated static func object(_ context: UnsafeMutableRawPointer?) -> CurlTransport? {
    unsafe context.map { unsafe Unmanaged<CurlTransport>.fromOpaque($0).takeUnretainedValue() }
  }

  private nonisolated static let takeBody: flash_curl_data = { data, size, count, context in
    guard let transport = unsafe object(context), let data = unsafe data else { return 0 }
    guard transport.body.count + size * count <= largestBody else { return 0 }
    unsafe transport.body.append(
      contentsOf: UnsafeRawBufferPointer(start: data, count: size * count))
    return size * count
  }

  private nonisolated static let takeHeader: flash_curl_data = { data, size, count, context in
    guard let transport = unsafe object(context), let data = unsafe data else { return 0 }
    let line = unsafe String(
      decoding: UnsafeRawBufferPointer(start: data, count: size * count), as: UTF8.self)
    guard let colon = line.firstIndex(of: ":") else { return size * count }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    transport.headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    return size * count
  }

  private nonisolated static let askToStop: flash_curl_progress = { context, _, _, _, _ in
    unsafe object(context)?.isStopped() == true ? 1 : 0
  }
}
