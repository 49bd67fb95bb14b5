public import FlashAPI
import FlashModel

/// An operation with what answers it.
public struct Route<Storage: ServerStorage>: Sendable {
  public let operation: Operation
  /// The most bytes that its body may have when unpacked. A body that may be larger than
  /// ``smallBody`` may also come packed.
  public let bodyLimit: Int
  /// Whether it signs in, or exchanges rows: each has a bucket of its own.
  let isSignIn: Bool
  let isSync: Bool
  /// Whether somebody else's machine tells something, which has a bucket of its own too.
  let isWebhook: Bool
  let answer: @Sendable (Call<Storage>, [UInt8]) throws -> HTTPResponse

  /// Bytes that are enough for anything but the rows of a collection.
  public static var smallBody: Int { 64 << 10 }

  /// An operation whose body and answer are bytes of any form.
  public init(
    _ operation: Operation, bodyLimit: Int = Route.smallBody,
    _ answer: @escaping @Sendable (Call<Storage>, [UInt8]) throws -> HTTPResponse
  ) {
    self.operation = operation
    self.bodyLimit = bodyLimit
    isSignIn = operation.access != .account && operation.path.text.contains("/auth/")
    isSync = operation.path.text.contains("/sync/")
    isWebhook = operation.path.text.contains("/webhooks/")
    self.answer = answer
  }

  /// An operation whose body and answer are small JSON values.
  /// - Parameter mayLackBody: whether no body is as good as an object without members.
  public init<Request: Decodable, Response: Encodable>(
    _ endpoint: Endpoint<Request, Response>, mayLackBody: Bool = false,
    _ answer: @escaping @Sendable (Call<Storage>, Request) throws -> Response
  ) {
    self.init(endpoint.operation) { call, body in
      let request: Request
      if Request.self == NoBody.self, let none = NoBody() as? Request {
        request = none
      } else {
        request = try Route.value(of: body, mayLack: mayLackBody)
      }
      let response = try answer(call, request)
      if Response.self == NoBody.self { return HTTPResponse(endpoint.operation.success) }
      return .json(endpoint.operation.success, JSONValueEncoder().encode(response))
    }
  }

  /// Reads a body that is a small JSON value.
  /// - Parameter mayLack: whether no body is as good as an object without members.
  /// - Throws: ``Problem`` `.malformedJSON`, `.validationFailed`.
  static func value<Request: Decodable>(
    of body: [UInt8], mayLack: Bool = false
  ) throws -> Request {
    let value: JSONValue
    do throws(JSONError) {
      value = try mayLack && body.isEmpty ? .object([]) : JSONValue(parsing: body)
    } catch {
      throw Problem(.malformedJSON, "The body is not JSON: \(error.reason).")
    }
    return try decode(value)
  }

  private static func decode<Request: Decodable>(
    _ value: JSONValue
  ) throws -> Request {
    do throws(JSONFieldError) {
      return try JSONValueDecoder().decode(Request.self, from: value)
    } catch {
      throw Problem.invalid(error.field, error.reason)
    }
  }
}
