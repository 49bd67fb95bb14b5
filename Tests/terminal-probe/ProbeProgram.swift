import FlashModel
import FlashTerminal

/// A program that shows what it hears, for tests of the loop.
///
/// Keys: `q` finishes, `c` and `j` run children, `b` is busy until it is killed, `t` throws, `x` crashes,
/// `s` stops hard, `w` asks to be woken, `d` forgets what was typed ahead.
struct ProbeProgram: Program {
  struct Model {
    var log: [String] = []
    var isWaiting = false
  }

  enum Effect {
    case check, busy, failure, crash, stop, discard
    /// A shell script that has the terminal.
    case child(String)
    /// Something that must happen before the end.
    case settle(String)
  }

  func update(_ model: Model, _ event: Event<String>, at now: Timestamp) -> Next<Model, Effect> {
    var model = model
    model.isWaiting = false
    switch event {
    case .key(let key): return press(key, model)
    case .woke: model.log.append("woke")
    case .resized(let size): model.log.append("resized \(size.columns)x\(size.rows)")
    case .resumed: model.log.append("resumed")
    case .message(let message): model.log.append(message)
    case .interrupted(let signal): return Next(model, [.settle("settled \(signal)")])
    case .endOfInput: return Next(model, [.settle("settled end")])
    }
    return Next(model)
  }

  private func press(_ key: Key, _ model: Model) -> Next<Model, Effect> {
    var model = model
    model.log.append("key \(key)")
    switch key {
    case .character("q"): return .finish(model, [.settle("settled q")])
    case .character("c"):
      return Next(model, [.child("echo child has the terminal; read -r word; exit $word")])
    case .character("j"):
      let script = "trap 'exit 5' CONT; echo child waits; while :; do sleep 0.01; done"
      return Next(model, [.child(script)])
    case .character("b"): return Next(model, [.busy])
    case .character("t"): return Next(model, [.failure])
    case .character("x"): return Next(model, [.crash])
    case .character("s"): return Next(model, [.stop])
    case .character("w"): model.isWaiting = true
    case .character("d"): return Next(model, [.discard])
    default: break
    }
    return Next(model)
  }

  func wake(_ model: Model) -> Duration? { model.isWaiting ? .milliseconds(20) : nil }

  func view(_ model: Model, _ size: TerminalSize) -> Screen {
    let footer = StyledLine.rule(width: size.columns)
    let head = [StyledLine("probe \(size.columns)x\(size.rows)", .heading)]
    let log = model.log.suffix(max(0, size.rows - 3)).map { StyledLine($0) }
    return Screen(head + log, footer: [footer, StyledLine("漢字 footer", .muted)], size: size)
  }
}
