import FlashCommand
import FlashServer
import FlashTestSupport
import Testing

@testable import flash_serve

@Suite struct ListenAddressTests {
  @Test(
    "an address is read with its port",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1:8080"), ("localhost:0", "127.0.0.1:0"),
      ("[::1]:65535", "[::1]:65535"), ("0.0.0.0:80", "0.0.0.0:80"),
      ("[2001:DB8:0:0:1::]:1", "[2001:db8:0:0:1::]:1"),
    ])
  func read(text: String, canonical: String) {
    #expect(ListenAddress(text)?.description == canonical)
  }

  @Test(
    "what is no address with a port is refused",
    arguments: [
      "", "8080", ":8080", "::1:8080", "[::1]", "127.0.0.1:", "127.0.0.1:65536", "host:1",
      "127.0.0.1:+1",
    ])
  func refused(text: String) { #expect(ListenAddress(text) == nil) }
}

@Suite struct ServeSettingsTests {
  private func settings(
    _ values: [String: String] = [:], listen: String? = nil, database: String? = nil
  ) throws -> ServeSettings {
    let session = try CommandSession()
    session.variables["FLASH_CONFIG_COUNT"] = "\(values.count)"
    for (index, (name, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
      session.variables["FLASH_CONFIG_KEY_\(index)"] = name
      session.variables["FLASH_CONFIG_VALUE_\(index)"] = value
    }
    return try ServeSettings(
      listen: listen, database: database, in: session.context("flash-serve"))
  }

  @Test("without settings it serves this machine from a folder, within the contract's limits")
  func usual() throws {
    let settings = try settings()
    #expect(settings.listen.description == "127.0.0.1:8080")
    guard case .folder(let path) = settings.database else {
      Issue.record("\(settings.database)")
      return
    }
    #expect(path.hasSuffix("/.local/share/flash/server"))
    #expect(settings.connections == HTTPLimits())
    #expect(settings.service == .init())
    #expect(settings.runsJobs && !settings.allowsClear && !settings.showsMetricsToAll)
    try settings.check(settings.listen)
  }

  @Test("options stand over settings, and limits are settings")
  func given() throws {
    let settings = try settings(
      [
        "serve.listen": "127.0.0.1:1", "serve.database": "/srv/a", "serve.limit.account": "6000000",
        "serve.limit.head-time": "3", "serve.trusted-proxies": "10.0.0.1, fd00::/8",
        "serve.team-id": "T", "serve.bundle-id": "b.c",
      ], listen: "[::1]:2", database: "postgres://x/y")
    #expect(settings.listen.description == "[::1]:2")
    #expect(settings.database == .postgreSQL("postgres://x/y"))
    #expect(settings.service.account.count == 6_000_000)
    #expect(settings.connections.headTime == 3_000)
    #expect(settings.trusted.count == 2 && settings.appIDs == ["T.b.c"])
  }

  @Test("links begin with the public address, else with where it really listens")
  func links() throws {
    let real = ListenAddress("127.0.0.1:43210")
    var unnamed = try settings(["serve.listen": "127.0.0.1:0"])
    unnamed.signIn.note(real)
    #expect(unnamed.signIn.settings.publicURL == "http://127.0.0.1:43210")
    var named = try settings(["serve.public-url": "https://flash.example/"])
    named.signIn.note(real)
    #expect(named.signIn.settings.publicURL == "https://flash.example")
  }

  @Test("tokens may live longer for an app that never renews them")
  func tokenLife() throws {
    #expect(try settings().signIn.settings.accessTokenLife == 900)
    let long = try settings(["serve.access-token-life": "2592000"])
    #expect(long.signIn.settings.accessTokenLife == 2_592_000)
  }

  @Test("others may reach it only if that is said, and never with a clock for tests")
  func exposed() throws {
    let open = ListenAddress("0.0.0.0:80")
    #expect(throws: ServeError.listenerInClear(address: "0.0.0.0:80")) {
      try settings().check(open)
    }
    try settings(["serve.in-clear": "true"]).check(open)
    #expect(throws: ServeError.testClockExposed(address: "0.0.0.0:80")) {
      try settings(["serve.in-clear": "true", "serve.test-clock": "/x"]).check(open)
    }
    try settings(["serve.test-clock": "/x"]).check(ListenAddress("[::1]:80"))
  }

  @Test("a value that is none is named")
  func wrong() {
    #expect(throws: ConfigurationError.self) { try settings(["serve.listen": "here"]) }
    #expect(throws: ConfigurationError.self) { try settings(["serve.trusted-proxies": "all"]) }
    #expect(throws: ConfigurationError.self) { try settings(["serve.limit.account": "-1"]) }
    #expect(throws: ConfigurationError.self) { try settings(["serve.apple-root": "/dev/null"]) }
    #expect(throws: ConfigurationError.self) {
      try settings(["serve.apple-root": "/dev/null", "serve.bundle-id": "b"])
    }
    #expect(throws: ConfigurationError.self) { try settings(["serve.store-products": "plus"]) }
  }
}
