import FlashModel
import FlashSQL
import FlashTestSupport
import Foundation
import Testing

/// The embedded server is killed at calls by which it changes a file, in the midst of a push.
@Suite struct ServerCrashTests {
  private static let isProof = ProcessInfo.processInfo.environment["FLASH_PROOF"] != nil
  private static var programs: String {
    URL(fileURLWithPath: Executable.resolved("flash-serve")).deletingLastPathComponent().path
  }

  /// `$1` is the folder of the programs, `$2` a home, what follows is set for the server.
  private static let functions = """
    set -eu
    bin=$1 home=$2
    shift 2
    cd "$home"
    serve() {
      rm -f address
      env -i HOME="$home" PATH=/usr/bin:/bin TZ=UTC "$@" "$bin/flash-serve" --listen 127.0.0.1:0 \\
        >address 2>>log &
      server=$!
      trap 'kill -9 $server 2>/dev/null || true' EXIT
      for i in $(seq 1 400); do
        [ ! -s address ] || break
        kill -0 $server 2>/dev/null || break
        sleep 0.05
      done
      url=http://$(head -n 1 address)
    }
    stop() { kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; }
    # call FILE PATH ...: prints the status.
    call() {
      local file=$1 path=$2
      shift 2
      curl -sS -m 30 -H "Authorization: Bearer $(cat token)" -o "$file" -w '%{http_code}\\n' \\
        "$url/api/v1/$path" "$@" 2>/dev/null || true
    }
    all='sync/pull?since=0&epoch=1&limit=5000&entities=decks,cards,reviews'

    """

  private static let prepare = """
    mkdir -p .config/flash
    cat >.config/flash/config <<END
    [serve]
      mail = dir:$home/mail
      jobs = false
      access-token-life = 31536000
    END
    printf none >token
    env -i HOME="$home" PATH=/usr/bin:/bin TZ=UTC "$bin/flash-serve" default-plan plus >/dev/null
    serve
    call answer auth/magic-link/request -d '{"email":"ada@example.org"}' >/dev/null
    env -i HOME="$home" PATH=/usr/bin:/bin TZ=UTC "$bin/flash-serve" jobs run send_mail >/dev/null
    link=$(tr -d '\\r' <mail/*.eml | sed -z 's/=\\n//g; s/=3D/=/g' | grep -o 'consume?t=[0-9a-f]*' | head -n 1)
    call answer auth/magic-link/consume -d "{\\"token\\":\\"${link#*t=}\\"}" >/dev/null
    sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/' answer >token
    call answer sync/push --data-binary @first.json
    stop
    """

  /// Sends the second push to a server that may die of it, and again to one that does not.
  private static let play = """
    serve "$@"
    call answer sync/push --data-binary @second.json
    stop
    serve
    call before "$all" >/dev/null
    call answer sync/push --data-binary @second.json >/dev/null
    call after "$all" >/dev/null
    stop
    """

  private func run(_ script: String, in home: TestHome, _ set: [String] = []) throws -> String {
    let outcome = try Executable(path: "/bin/bash").run(
      ["-c", Self.functions + script, "bash", Self.programs, home.folder.path] + set,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], in: home.folder.path,
      deadline: .seconds(120))
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func id(_ number: Int) -> String {
    let digits = String(number)
    return "01900000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// A deck with so many cards, and an answer to each.
  private func push(deck: Int, cards: Int) -> String {
    let numbers = (1...cards).map { deck * 1_000 + $0 }
    let rows = numbers.map {
      #"{"id":"\#(id($0))","deck_id":"\#(id(deck))","front_text":"f","back_text":"b","#
        + #""updated_at_ms":5}"#
    }
    let answers = numbers.map {
      #"{"id":"\#(id(100_000 + $0))","card_id":"\#(id($0))","rating":3,"rated_at_ms":1776800000000}"#
    }
    return """
      {"client_clock_ms":0,"records":{"decks":[{"id":"\(id(deck))","title":"D","updated_at_ms":5}],\
      "cards":[\(rows.joined(separator: ","))],"reviews":[\(answers.joined(separator: ","))]}}
      """
  }

  /// How many rows of each entity a page has.
  private func counts(_ file: String, in home: TestHome) throws -> [Int] {
    let page = try JSONValue(parsing: home.folder.bytes(of: file))
    return ["decks", "cards", "reviews"].map { key in
      if case .array(let rows)? = page["records"]?[key] { rows.count } else { -1 }
    }
  }

  private func findings(in home: TestHome) throws -> [String] {
    let root = home.folder.path(of: ".local/share/flash/server")
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".db") }.flatMap { file in
      let connection = try SQLiteConnection(path: "\(root)/\(file)", access: .write)
      return try connection.rows("pragma integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    }
  }

  @Test(
    "killed at any write of a push, the server has all of it or nothing, and what it had said",
    arguments: [CrashShim.Fault.kill, .torn])
  func killed(fault: CrashShim.Fault) throws {
    let shim = try CrashShim.shared.get()
    try TestHome.with { prepared in
      try prepared.folder.write(push(deck: 1, cards: 3), to: "first.json")
      try prepared.folder.write(push(deck: 2, cards: 20), to: "second.json")
      #expect(try run(Self.prepare, in: prepared) == "200")
      func play(at call: Int, _ check: (TestHome, String, Int) throws -> Void) throws {
        try TestHome.with { home in
          for item in [".local", ".config", "token", "second.json"] {
            try FileManager.default.copyItem(
              atPath: prepared.folder.path(of: item), toPath: home.folder.path(of: item))
          }
          let status = try run(
            Self.play, in: home,
            [
              "LD_PRELOAD=\(shim.library)", "FLASH_SHIM_ROOT=\(home.folder.path(of: ".local"))",
              "FLASH_SHIM_COUNT=\(home.folder.path(of: "calls"))", "FLASH_SHIM_AT=\(call)",
              "FLASH_SHIM_DO=\(fault.rawValue)",
            ])
          let bytes = try home.folder.bytes(of: "calls")
          try check(home, status, bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) })
        }
      }
      var calls = 0
      try play(at: 0) { home, status, made in
        #expect(status == "200")
        let found = try counts("before", in: home)
        #expect(found == [2, 23, 23])
        calls = made
      }
      try #require(calls > 8)
      var random = SeededRandom(seed: 17)
      let some = (0..<5).map { _ in Int.random(in: 1...calls, using: &random) }
      for call in Self.isProof ? Array(1...calls) : Array(Set(some + [calls])).sorted() {
        try play(at: call) { home, status, _ in
          let before = try counts("before", in: home)
          #expect(
            before == [2, 23, 23] || (status != "200" && before == [1, 3, 3]), "call \(call)")
          let after = try counts("after", in: home)
          #expect(after == [2, 23, 23], "call \(call) of \(calls)")
          let findings = try findings(in: home)
          #expect(findings == [], "call \(call) of \(calls)")
        }
      }
    }
  }
}
