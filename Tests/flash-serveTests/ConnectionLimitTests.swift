import FlashServer
import FlashThreads
import Testing

@testable import flash_serve

/// What a connection may ask for, and how long it may take: each over a real socket.
@Suite struct ConnectionLimitTests {
  static let host = "Host: x\r\n"

  private func waitUntil(_ condition: () -> Bool) -> Bool {
    for _ in 0..<4_000 {
      if condition() { return true }
      BackgroundThread.pause(milliseconds: 5)
    }
    return false
  }

  @Test("two hundred requests that never become whole end within their time")
  func halfSent() throws {
    var limits = HTTPLimits()
    limits.connectionsPerAddress = 300
    let daemon = try TestDaemon(limits)
    let parts = [
      "", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA: b", "POST / HTTP/1.1\r\n",
    ]
    let connections = try (0..<200).map { number in
      let connection = try daemon.connect()
      connection.send(parts[number % parts.count])
      return connection
    }
    #expect(waitUntil { daemon.daemon.openConnections == 200 })
    daemon.pass(10_000)
    #expect(connections.allSatisfy { $0.isQuiet })
    daemon.pass(1)
    for connection in connections { #expect(try connection.ends()) }
    #expect(waitUntil { daemon.daemon.openConnections == 0 })
    let next = try daemon.connect()
    next.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try next.answer()?.text == "GET /a")
  }

  @Test("a head that drips after a request has its time too")
  func slowSecondHead() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.status == 200)
    // The answer may be here before the daemon has noted its end.
    #expect(waitUntil { daemon.daemon.requestsInProgress == 0 })
    connection.send("GET /b HTTP/1.1\r\nHos")
    #expect(waitUntil { daemon.daemon.requestsInProgress == 1 })
    daemon.pass(10_001)
    #expect(try connection.ends())
  }

  @Test("a body has five seconds, and after that a kilobyte a second")
  func slowBody() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("POST / HTTP/1.1\r\n\(Self.host)Content-Length: 1000\r\n\r\n")
    #expect(waitUntil { daemon.daemon.requestsInProgress == 1 })
    connection.send(String(repeating: "a", count: 500))
    // The daemon has read it all once what follows is answered; here it is only waited for.
    BackgroundThread.pause(milliseconds: 1_000)
    daemon.pass(5_400)
    #expect(connection.isQuiet)
    daemon.pass(200)
    #expect(try connection.ends())
    let good = try daemon.connect()
    good.send("POST / HTTP/1.1\r\n\(Self.host)Content-Length: 4\r\n\r\nab")
    #expect(waitUntil { daemon.daemon.requestsInProgress == 1 })
    daemon.pass(4_999)
    good.send("cd")
    #expect(try good.answer()?.text == "abcd")
  }

  @Test("a connection on which nothing happens ends")
  func idle() throws {
    var limits = HTTPLimits()
    limits.idle = 1
    let daemon = try TestDaemon(limits)
    let connection = try daemon.connect()
    connection.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try connection.answer()?.status == 200)
    #expect(try connection.ends())
  }

  @Test("an address has so many connections, and gets others when they end")
  func perAddress() throws {
    var limits = HTTPLimits()
    limits.connectionsPerAddress = 2
    let daemon = try TestDaemon(limits)
    var open = try [daemon.connect(), daemon.connect()]
    for connection in open {
      connection.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
      #expect(try connection.answer()?.status == 200)
    }
    #expect(try daemon.connect().ends())
    open.removeLast()
    #expect(waitUntil { daemon.daemon.openConnections == 1 })
    let next = try daemon.connect()
    next.send("GET /b HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try next.answer()?.text == "GET /b")
  }

  @Test("a head is sixteen kilobytes and a hundred fields at most")
  func head() throws {
    let daemon = try TestDaemon()
    let fine = try daemon.connect()
    fine.send("GET /a HTTP/1.1\r\n\(Self.host)A: \(String(repeating: "a", count: 15_000))\r\n\r\n")
    #expect(try fine.answer()?.status == 200)
    let heads = [
      "A: \(String(repeating: "a", count: 17_000))\r\n", String(repeating: "A: a\r\n", count: 100),
      String(repeating: "A: \(String(repeating: "a", count: 999))\r\n", count: 99),
    ]
    for head in heads {
      let connection = try daemon.connect()
      connection.send("GET /a HTTP/1.1\r\n\(Self.host)\(head)\r\n")
      if let status = try connection.answer()?.status { #expect(status == 431 || status == 400) }
      #expect(try connection.ends())
    }
    let long = try daemon.connect()
    long.send("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\(Self.host)\r\n")
    if let status = try long.answer()?.status { #expect((400...431).contains(status)) }
    #expect(try long.ends())
  }

  @Test("a body that turns out too long is answered, and cut if it goes on and on")
  func longBody() throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n")
    let piece = "400\r\n\(String(repeating: "a", count: 1_024))\r\n"
    connection.send(piece + piece + "0\r\n\r\n")
    #expect(try connection.answer()?.status == 413)
    let endless = try daemon.connect()
    endless.send("POST / HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<3_000 { endless.send(piece) }
    #expect(try endless.ends())
  }

  @Test(
    "a request that two servers could read as two requests is refused",
    arguments: [
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
      "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
      "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "Content-Length: +3\r\n\r\nabc",
      "Content-Length: -3\r\n\r\nabc", "Content-Length: 0x3\r\n\r\nabc",
      "Content-Length: 99999999999999999999999\r\n\r\nabc",
      "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "Transfer-Encoding: gzip\r\n\r\nabc",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
      "Content-Length : 3\r\n\r\nabc", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
      "A: b\rContent-Length: 3\r\n\r\nabc", "A\0: b\r\n\r\n",
      "A(b): c\r\n\r\n", "A: \u{7F}\r\n\r\n", "Content-Length: 5, 5\r\n\r\nhello",
    ])
  func smuggling(rest: String) throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send("POST /a HTTP/1.1\r\n\(Self.host)\(rest)GET /b HTTP/1.1\r\n\(Self.host)\r\n")
    if let answer = try connection.answer() {
      #expect((400...501).contains(answer.status))
      #expect(try connection.answer() == nil)
    }
    #expect(try connection.ends())
  }

  @Test(
    "what is no request ends the connection",
    arguments: [
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\na",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
      "\u{16}\u{3}\u{1}\u{2}\r\n\r\n",
      "GET /\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
      "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
    ])
  func nonsense(text: String) throws {
    let daemon = try TestDaemon()
    let connection = try daemon.connect()
    connection.send(text)
    if let answer = try connection.answer() {
      #expect((400...505).contains(answer.status), "\(answer.head)")
    }
    #expect(try connection.ends())
    let next = try daemon.connect()
    next.send("GET /a HTTP/1.1\r\n\(Self.host)\r\n")
    #expect(try next.answer()?.text == "GET /a")
  }
}
