import CCrypto
import FlashModel

// Boundary to libcrypto for certificates: nothing outside this file sees a pointer.

// Sendable by hand: 1. the pointer is set once, in `init`; 2. what libcrypto works out of a
// certificate when it is first looked at, it keeps behind a lock of its own; 3. nobody else has the
// pointer, so that it lives as long as this.

/// An X.509 certificate, read but not believed.
@safe
public final class Certificate: @unchecked Sendable {
  /// DER, as it was read.
  public let bytes: [UInt8]
  private let certificate: OpaquePointer

  /// Bytes of one; real ones have about a thousand.
  private static let largest = 16_384

  /// - Returns: nil for what is no certificate, or more than one.
  public init?(_ bytes: [UInt8]) {
    guard (1...Certificate.largest).contains(bytes.count) else { return nil }
    let read = unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var start = buffer.baseAddress
      guard let read = unsafe d2i_X509(nil, &start, buffer.count) else { return nil }
      guard unsafe start == buffer.baseAddress?.advanced(by: buffer.count) else {
        unsafe X509_free(read)
        return nil
      }
      return unsafe read
    }
    guard let read = unsafe read else { return nil }
    unsafe certificate = read
    self.bytes = bytes
  }

  deinit { unsafe X509_free(certificate) }

  /// Whether it says that it may issue others.
  public var isAuthority: Bool { unsafe X509_check_ca(certificate) == 1 }

  /// Whether it has the extension with this dotted number, such as `2.5.29.19`.
  public func hasExtension(_ number: String) -> Bool {
    guard let object = unsafe OBJ_txt2obj(number, 1) else { return false }
    defer { unsafe ASN1_OBJECT_free(object) }
    return unsafe X509_get_ext_by_OBJ(certificate, object, -1) >= 0
  }

  /// The key that its owner signs with; nil unless it is one of P-256.
  public var key: PublicKey? {
    guard let key = unsafe X509_get0_pubkey(certificate) else { return nil }
    let count = unsafe i2d_PUBKEY(key, nil)
    guard count > 0 else { return nil }
    var encoded = [UInt8](repeating: 0, count: Int(count))
    unsafe encoded.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      _ = unsafe i2d_PUBKEY(key, &start)
    }
    return PublicKey(es256: encoded)
  }

  /// Whether `self` was issued by `issuer`, and that by `root`, which is trusted, all of them good at
  /// `moment`.
  /// - Returns: what is wrong; nil if nothing is.
  func fault(
    issuedBy issuer: Certificate, of root: Certificate, at moment: Timestamp
  ) -> TokenFault? {
    guard let store = unsafe X509_STORE_new() else { return .unavailable }
    defer { unsafe X509_STORE_free(store) }
    guard let context = unsafe X509_STORE_CTX_new() else { return .unavailable }
    defer { unsafe X509_STORE_CTX_free(context) }
    guard let untrusted = unsafe OPENSSL_sk_new_null() else { return .unavailable }
    // The stack, not what is in it.
    defer { unsafe OPENSSL_sk_free(untrusted) }
    guard unsafe X509_STORE_add_cert(store, root.certificate) == 1,
      unsafe OPENSSL_sk_push(untrusted, UnsafeRawPointer(issuer.certificate)) > 0,
      unsafe X509_STORE_CTX_init(context, store, certificate, untrusted) == 1,
      let rules = unsafe X509_STORE_CTX_get0_param(context)
    else { return .unavailable }
    unsafe X509_VERIFY_PARAM_set_time(rules, Int(moment.milliseconds / 1_000))
    // Nothing that is worth less than 112 bits: no RSA below 2,048, no SHA-1.
    unsafe X509_VERIFY_PARAM_set_auth_level(rules, 2)
    guard unsafe X509_verify_cert(context) == 1 else {
      return Certificate.fault(
        unsafe X509_STORE_CTX_get_error(context), unsafe X509_STORE_CTX_get_error_depth(context))
    }
    // A certificate that the root issued itself would leave the issuer out.
    guard unsafe X509_STORE_CTX_get_num_untrusted(context) == 2 else { return .notIssued(depth: 0) }
    return nil
  }

  private static func fault(_ error: Int32, _ depth: Int32) -> TokenFault {
    switch error {
    case X509_V_ERR_CERT_HAS_EXPIRED: .expired(depth: Int(depth))
    case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid(depth: Int(depth))
    default: .notIssued(depth: Int(depth))
    }
  }
}
