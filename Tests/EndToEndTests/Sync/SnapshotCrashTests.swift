import FlashModel
import FlashSQL
import FlashTestSupport
import Foundation
import Testing

/// The embedded server is killed, or its disk is full, at calls by which it changes a file, while it
/// takes in a whole collection.
@Suite struct SnapshotCrashTests {
  private static let isProof = ProcessInfo.processInfo.environment["FLASH_PROOF"] != nil
  private static var programs: String {
    URL(fileURLWithPath: Executable.resolved("flash-serve")).deletingLastPathComponent().path
  }

  /// `$1` is the folder of the programs, `$2` a folder, what follows is set for the server.
  private static let functions = """
    set -eu
    bin=$1 place=$2
    shift 2
    cd "$place"
    # Devices know the server by its port, so it is always the same.
    serve() {
      rm -f address
      env -i HOME="$place/server" PATH=/usr/bin:/bin TZ=UTC "$@" "$bin/flash-serve" \\
        --listen "127.0.0.1:$(cat port 2>/dev/null || echo 0)" --database "$place/server/data" \\
        >address 2>>server.log &
      server=$!
      trap 'kill -9 $server 2>/dev/null || true' EXIT
      for i in $(seq 1 400); do
        [ ! -s address ] || break
        kill -0 $server 2>/dev/null || break
        [ ! -s port ] || ! curl -s -o /dev/null "http://127.0.0.1:$(cat port)/healthz" || break
        sleep 0.05
      done
      [ -s port ] || sed 's/.*://' address | head -n 1 >port
      address=http://127.0.0.1:$(cat port)
    }
    stop() { kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; }
    on() {
      local home=$1 program=$2
      shift 2
      env -i HOME="$place/$home" PATH=/usr/bin:/bin TZ=UTC LC_ALL=C.UTF-8 "$bin/flash-$program" "$@"
    }

    """

  private static let prepare = """
    mkdir -p server/.config/flash one two
    printf '[serve]\\nmail = dir:%s/mail\\nmail-from = flash@flash.example\\n' "$place" \\
      >server/.config/flash/config
    env -i HOME="$place/server" PATH=/usr/bin:/bin TZ=UTC \\
      "$bin/flash-serve" default-plan plus --database "$place/server/data" >/dev/null
    serve
    for home in one two; do
      rm -rf mail
      on $home sync login --server="$address" me@example.org </dev/null >login 2>&1 &
      login=$!
      for i in $(seq 1 300); do [ -z "$(ls mail 2>/dev/null)" ] || break; sleep 0.1; done
      token=$(grep -o 'http[^ ]*t=[0-9a-f]*' mail/* | head -n 1 | sed 's/.*t=//')
      curl -sS -o page -d "t=$token" "$address/auth/consume"
      wait $login
    done
    on one deck add Big >/dev/null
    seq 1 20100 | awk '{ print "front " $1 "\\tback " $1 }' >big.tsv
    on one import -q --deck Big big.tsv
    card=$(on one card list 'front 7' --limit=1 | cut -f 1)
    for rating in good again good; do on one study answer "$card" $rating >/dev/null; done
    stop
    rm server.log
    """

  /// Sends everything to a server that may die of it, then to one that does not.
  private static let play = """
    serve "$@"
    on one sync -q 2>/dev/null && echo through || echo cut
    stop
    serve
    [ -z "$(ls server/data/spool)" ] || echo "left: $(ls server/data/spool)"
    on one sync -q
    on two sync -q
    stop
    for home in one two; do
      on $home export -q -o "$home.jsonl" --format jsonl
      tail -n +2 "$home.jsonl" | sort >"$home.sorted"
    done
    cmp one.sorted two.sorted
    on one store check -q
    on two store check -q
    ! grep -q '"operation":"syncPush"' server.log || echo rows
    wc -l <two.sorted
    """

  private func run(_ script: String, in place: String, _ set: [String] = []) throws -> String {
    let outcome = try Executable(path: "/bin/bash").run(
      ["-c", Self.functions + script, "bash", Self.programs, place] + set,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], in: place,
      deadline: .seconds(240))
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func findings(in place: String) throws -> [String] {
    let root = place + "/server/data"
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".db") }.flatMap { file in
      let connection = try SQLiteConnection(path: "\(root)/\(file)", access: .write)
      return try connection.rows("pragma integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    }
  }

  @Test(
    "a server that ends at any write of a first exchange has nothing of it, and the next one is whole",
    arguments: [CrashShim.Fault.kill, .torn, .noSpace])
  func ended(fault: CrashShim.Fault) throws {
    let shim = try CrashShim.shared.get()
    let prepared = try TemporaryDirectory()
    #expect(try run(Self.prepare, in: prepared.path) == "")
    func play(at call: Int) throws -> (lines: [Substring], calls: Int) {
      let folder = try TemporaryDirectory()
      for item in ["server", "one", "two", "port"] {
        try FileManager.default.copyItem(
          atPath: prepared.path + "/" + item, toPath: folder.path + "/" + item)
      }
      let output = try run(
        Self.play, in: folder.path,
        [
          "LD_PRELOAD=\(shim.library)", "FLASH_SHIM_ROOT=\(folder.path)/server/data",
          "FLASH_SHIM_COUNT=\(folder.path)/calls", "FLASH_SHIM_AT=\(call)",
          "FLASH_SHIM_DO=\(fault.rawValue)",
        ])
      #expect(try findings(in: folder.path) == [], "call \(call)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/calls"))
      return (
        output.split(separator: "\n"), bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      )
    }
    let whole = try play(at: 0)
    // One line for the first try, and one for how many rows there are.
    #expect(whole.lines.first == "through" && whole.lines.count == 2, "\(whole.lines)")
    try #require(whole.calls > 100)
    var random = SeededRandom(seed: 29)
    let some = (0..<3).map { _ in Int.random(in: 1...whole.calls, using: &random) }
    let every = stride(from: 1, through: whole.calls, by: max(1, whole.calls / 60))
    for call in Self.isProof ? Array(every) : some.sorted() {
      let lines = try play(at: call).lines
      #expect(lines.dropFirst() == whole.lines.dropFirst(), "call \(call) of \(whole.calls)")
    }
  }
}
