public import FlashAPI

/// A request as it goes over the network.
public struct OutgoingRequest: Sendable, Hashable {
  public var method: FlashAPI.Method
  /// The whole URL.
  public var url: String
  /// Names and values.
  public var headers: [Header]
  public var body: [UInt8]

  public struct Header: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

/// An answer as it came.
public struct IncomingAnswer: Sendable, Hashable {
  public var status: Int
  /// By name in lower case.
  public var headers: [String: String]
  public var body: [UInt8]
  /// Bytes that went over the network, headers aside.
  public var bytesUp: Int
  public var bytesDown: Int

  public init(
    status: Int, headers: [String: String] = [:], body: [UInt8] = [], bytesUp: Int = 0,
    bytesDown: Int = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.bytesUp = bytesUp
    self.bytesDown = bytesDown
  }
}

/// What carries requests: a connection, or a test's own answers.
public protocol Transport: AnyObject {
  /// - Throws: ``ClientError`` if there is no answer.
  func send(_ request: OutgoingRequest) throws(ClientError) -> IncomingAnswer
}
