import FlashModel
import FlashTestSupport
import Testing

@Suite struct AdminConformanceTests {
  @Test("flash-admin keeps the contract of the command line")
  func contract() throws {
    let server = try ImitationServer([
      .init(
        "GET /api/v1/admin/jobs", 200,
        #"{"jobs":[{"name":"prune_tokens","state":"idle","next_run_at":"2026-12-01T03:00:00Z"}]}"#),
      .init("GET /api/v1/admin/default-plan", 200, #"{"plan_key":"free"}"#),
    ])
    let host = String(server.address.dropFirst("http://".count))
    let secret =
      #"{"protocol":"http","host":"\#(host)","username":"flash-admin","password":"fo_test"}"#
    let conformance = CommandConformance(
      "flash-admin", answering: [["jobs", "list"], ["plan", "default"]],
      dryRuns: [["plan", "default", "plus"], ["token", "rm", "t"]]
    ) { home in
      try home.folder.write(
        "[admin]\n  server = \(server.address)\n", to: ".config/flash/config")
      try home.folder.write(secret + "\n", to: ".local/state/flash/credentials", mode: 0o600)
    }
    #expect(try conformance.violations() == [])
  }
}
