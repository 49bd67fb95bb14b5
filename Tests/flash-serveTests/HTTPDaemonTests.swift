import FlashServer
import Testing

@testable import flash_serve

/// What goes over a connection when nothing is wrong.
@Suite struct HTTPDaemonTests {
  static let host = "Host: x\r\n"

  @Test("a connection carries one request after the other, also of several sent at once")
  func keepAlive() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.text == "GET /a")
    connection.send(
      "POST /b HTTP/1.1\r\n\(Self.host)Content-Length: 5\r\n\r\nhello"
        + "GET /c HTTP/1.1\r\n\(Self.host)\r\nGET /d HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.text == "hello")
    #expect(try connection.answer()?.text == "GET /c")
    #expect(try connection.answer()?.text == "GET /d")
    connection.send("GET /e HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
    #expect(try connection.answer()?.text == "GET /e")
    #expect(try connection.ends())
  }

  @Test("HEAD tells the length and sends no body")
  func head() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("HEAD /abc HTTP/1.1\r\n\(Self.host)\r\n")
    let answer = try #require(try connection.answer(hasBody: false))
    #expect(answer.field("content-length") == "9")
    connection.send("GET /next HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.text == "GET /next")
  }

  @Test("a body may come in pieces, and bytes of it at any time")
  func pieces() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("POST /a HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n")
    for piece in ["3\r\nab", "c\r\n", "A;x=y\r\n0123456789\r\n", "0\r\n\r\n"] {
      connection.send(piece)
    }
    #expect(try connection.answer()?.text == "abc0123456789")
  }

  @Test("who asks first whether to send a body is told")
  func expectation() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    let fields = "\(Self.host)Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    connection.send("POST /a HTTP/1.1\r\n\(fields)")
    #expect(try connection.answer()?.status == 100)
    connection.send("ok")
    #expect(try connection.answer()?.text == "ok")
    connection.send("POST /refused HTTP/1.1\r\n\(fields)")
    #expect(try connection.answer()?.status == 401)
    #expect(try connection.ends())
  }

  @Test("a request that is refused by its head leaves the connection, unless its body is long")
  func refused() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    for method in ["POST", "PATCH", "DELETE"] {
      connection.send(
        "\(method) /refused HTTP/1.1\r\n\(Self.host)Content-Length: 9\r\n\r\nGET / HTT")
      #expect(try connection.answer()?.status == 401)
      connection.send("GET /next HTTP/1.1\r\n\(Self.host)\r\n")
      #expect(try connection.answer()?.text == "GET /next")
    }
    for method in ["POST", "PATCH", "DELETE"] {
      let long = try daemon.connect()
      long.send(
        "\(method) /refused HTTP/1.1\r\n\(Self.host)Content-Length: 1000000\r\n\r\nGET / HTTP/1.1\r\n"
      )
      #expect(try long.answer()?.status == 401)
      #expect(try long.ends())
    }
  }

  @Test("the path is handed on as it was sent")
  func target() throws {
    let daemon = try TestDaemon()
    for path in ["/a%2Fb/..//%2e%2e/c", "/pull%3Fsince=0&x=%25", "/%00%0d%0a", "/+"] {
      let connection = try daemon.connect()
      connection.send("GET \(path) HTTP/1.1\r\n\(Self.host)\r\n")
      #expect(try connection.answer()?.text == "GET \(path)")
    }
    let connection = try daemon.connect()
    connection.send(
      Array("GET /".utf8) + [0xFF, 0xC3] + Array(" HTTP/1.1\r\n\(Self.host)\r\n".utf8))
    #expect(try connection.answer()?.text == "GET /\u{FFFD}\u{FFFD}")
  }

  @Test("a long answer arrives whole, and the address of who asks is known")
  func long() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("GET /long HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.body.count == 3_000_000)
    connection.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.field("x-peer") == "127.0.0.1")
  }

  @Test("an answer from a file arrives whole, and the connection goes on")
  func file() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("HEAD /file HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer(hasBody: false)?.field("content-length") == "3000000")
    for _ in 0..<2 {
      connection.send("GET /file HTTP/1.1\r\n\(Self.host)\r\n")
      let body = try #require(try connection.answer()?.body)
      #expect(body == [UInt8](repeating: 0x62, count: 3_000_000))
    }
    connection.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.text == "GET /a")
  }

  @Test("a listener that ends takes no connections, and answers what it has")
  func ending() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("POST /a HTTP/1.1\r\n\(Self.host)Content-Length: 2\r\n\r\no")
    while daemon.daemon.requestsInProgress == 0 {}
    daemon.daemon.quiesce()
    connection.send("k")
    #expect(try connection.answer()?.text == "ok")
    daemon.daemon.stop()
    #expect(try connection.ends())
    #expect(throws: RawConnection.Failure.cannotConnect) { try daemon.connect() }
  }
}
