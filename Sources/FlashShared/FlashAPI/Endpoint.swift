/// One operation of the service: what the client calls and the server routes, so that path, method
/// and bodies cannot drift apart.
///
/// The contract is docs/api/openapi.yaml; a test holds the list of operations against it.
public struct Endpoint<Request: Sendable, Response: Sendable>: Sendable {
  public let operation: Operation

  init(
    _ name: String, _ method: Method, _ path: PathPattern, _ access: Access, success: Int = 200
  ) {
    operation = Operation(name: name, method: method, path: path, access: access, success: success)
  }
}

/// What an endpoint is, without the types of its bodies.
public struct Operation: Sendable, Hashable {
  /// The `operationId` of the contract.
  public let name: String
  public let method: Method
  public let path: PathPattern
  public let access: Access
  /// The status of an answer that is no error.
  public let success: Int
}

public enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
}

/// Whose token an operation wants.
public enum Access: Sendable, Hashable {
  /// None.
  case anyone
  /// An access token of an account.
  case account
  /// An access token if there is one; the operation looks for itself.
  case accountIfAny
  /// An admin token with this ability; nil is any admin token.
  case admin(ability: AdminAbility?)
}

/// A path in which parts in braces stand for whatever is there: `/api/v1/me/sessions/{session_id}`.
public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  public let text: String
  private let parts: [Part]

  private enum Part: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  public init(stringLiteral text: String) {
    self.text = text
    parts = text.split(separator: "/").map { part in
      part.first == "{" && part.last == "}"
        ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
  }

  /// The values of the parameters, if `path` is of this form.
  /// - Parameter path: split at its slashes, decoded.
  public func match(_ path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      switch part {
      case .literal(let literal): if literal != text { return nil }
      case .parameter(let name): values[name] = text
      }
    }
    return values
  }

  /// The path with its parameters filled in, encoded for a URL.
  public func path(_ values: [String: String]) -> String {
    parts.map { part in
      switch part {
      case .literal(let literal): "/" + literal
      case .parameter(let name): "/" + (values[name] ?? "").percentEncoded
      }
    }.joined()
  }
}

extension String {
  /// Everything but unreserved characters as `%XX`.
  /// - Source: RFC 3986, 2.3.
  public var percentEncoded: String {
    var text: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: text.append(byte)
      default:
        text.append(UInt8(ascii: "%"))
        for nibble in [byte >> 4, byte & 15] {
          text.append(nibble < 10 ? 48 + nibble : 55 + nibble)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
