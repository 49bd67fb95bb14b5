internal import CCurl

// Boundary to libcurl.

/// One use of libcurl: a mail that is sent, or a document that is fetched.
///
/// Certificates are checked and redirects are not followed.
@safe
final class CurlHandle {
  private let handle: UnsafeMutableRawPointer
  /// What is still to be sent.
  fileprivate var outgoing: ArraySlice<UInt8> = []
  fileprivate var incoming: [UInt8] = []
  fileprivate var headers: [String: String] = [:]
  fileprivate var largest = 0

  init() throws(MailError) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
      let handle = unsafe curl_easy_init()
    else { throw .unusable }
    unsafe self.handle = handle
  }

  deinit { unsafe curl_easy_cleanup(handle) }

  /// Sends a mail to one recipient.
  /// - Throws: `.refused`.
  func send(
    _ message: [UInt8], from sender: String, to recipient: String, by server: MailServer
  ) throws(MailError) {
    outgoing = message[...]
    limit(seconds: 60)
    unsafe flash_curl_set_text(handle, CURLOPT_URL, server.url)
    unsafe flash_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    // STARTTLS must succeed before a mail or a password goes out, but for a server in this machine.
    unsafe flash_curl_set_long(
      handle, CURLOPT_USE_SSL,
      Int(server.isLoopback ? CURLUSESSL_TRY.rawValue : CURLUSESSL_ALL.rawValue))
    if let login = server.login {
      unsafe flash_curl_set_text(handle, CURLOPT_USERNAME, login.name)
      unsafe flash_curl_set_text(handle, CURLOPT_PASSWORD, login.password)
    }
    if let authorities = server.authorities {
      unsafe flash_curl_set_text(handle, CURLOPT_CAINFO, authorities)
    }
    unsafe flash_curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender)>")
    let recipients = unsafe curl_slist_append(nil, "<\(recipient)>")
    defer { unsafe curl_slist_free_all(recipients) }
    unsafe flash_curl_set_pointer(handle, CURLOPT_MAIL_RCPT, recipients)
    unsafe flash_curl_set_long(handle, CURLOPT_UPLOAD, 1)
    unsafe flash_curl_set_data(handle, CURLOPT_READFUNCTION, CurlHandle.give)
    unsafe flash_curl_set_pointer(handle, CURLOPT_READDATA, context)
    let status = unsafe curl_easy_perform(handle)
    guard status == CURLE_OK else {
      throw .refused(host: server.host, reason: reason(status))
    }
  }

  /// Fetches a document.
  /// - Parameters:
  ///   - seconds: for all of it.
  ///   - largest: bytes.
  /// - Throws: `.cannotFetch`.
  func fetch(
    _ url: String, seconds: Int, largest: Int
  ) throws(MailError) -> (body: [UInt8], headers: [String: String]) {
    self.largest = largest
    limit(seconds: seconds)
    unsafe flash_curl_set_text(handle, CURLOPT_URL, url)
    unsafe flash_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    unsafe flash_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    unsafe flash_curl_set_data(handle, CURLOPT_WRITEFUNCTION, CurlHandle.take)
    unsafe flash_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    unsafe flash_curl_set_data(handle, CURLOPT_HEADERFUNCTION, CurlHandle.takeHeader)
    unsafe flash_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    let outcome = unsafe curl_easy_perform(handle)
    let host = String(url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" })
    guard outcome == CURLE_OK else { throw .cannotFetch(host: host, reason: reason(outcome)) }
    var status = 0
    unsafe flash_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    guard status == 200 else { throw .cannotFetch(host: host, reason: "status \(status)") }
    return (incoming, headers)
  }

  private func limit(seconds: Int) {
    unsafe flash_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    unsafe flash_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(10, seconds) * 1_000)
    unsafe flash_curl_set_long(handle, CURLOPT_TIMEOUT_MS, seconds * 1_000)
  }

  private func reason(_ status: CURLcode) -> String {
    var answer = 0
    unsafe flash_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &answer)
    let text = unsafe String(cString: curl_easy_strerror(status)).lowercased()
    return answer >= 400 ? "\(text) (\(answer))" : text
  }

  // The object outlives each transfer, so that an unretained pointer to it is good for as long.

  private var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  private nonisolated static func object(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
    unsafe context.map { unsafe Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  private nonisolated static let give: flash_curl_data = { data, size, count, context in
    guard let handle = unsafe object(context), let data = unsafe data else { return 0 }
    let part = handle.outgoing.prefix(size * count)
    unsafe UnsafeMutableRawBufferPointer(start: data, count: size * count).copyBytes(from: part)
    handle.outgoing = handle.outgoing.dropFirst(part.count)
    return part.count
  }

  private nonisolated static let take: flash_curl_data = { data, size, count, context in
    guard let handle = unsafe object(context), let data = unsafe data else { return 0 }
    guard handle.incoming.count + size * count <= handle.largest else { return 0 }
    unsafe handle.incoming.append(
      contentsOf: UnsafeRawBufferPointer(start: data, count: size * count))
    return size * count
  }

  private nonisolated static let takeHeader: flash_curl_data = { data, size, count, context in
    guard let handle = unsafe object(context), let data = unsafe data else { return 0 }
    let line = unsafe String(
      decoding: UnsafeRawBufferPointer(start: data, count: size * count), as: UTF8.self)
    guard let colon = line.firstIndex(of: ":") else { return size * count }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    handle.headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    return size * count
  }
}
