import FlashCommand
import Testing

@Suite struct ArgumentParserTests {
  @Test(
    "letters group, values attach, later ones win, options may follow operands",
    arguments: [
      ("tag a b D", "a b -> D []"),
      ("tag -nfy a D", "a -> D []"),
      ("tag a --tag=x D --tag y", "a -> D [x,y]"),
      ("tag -oout a D", "a -> D []"),
      ("tag -no out a D", "a -> D []"),
      ("tag --output out a D", "a -> D []"),
      ("tag -- -a --tag=x D", "-a --tag=x -> D []"),
      ("tag - D", "- -> D []"),
      ("tag --yes --no-yes a D", "a -> D []"),
      ("tag --tag= a D", "a -> D []"),
      ("tag --tag --yes a D", "a -> D [--yes]"),
    ])
  func posix(line: String, answer: String) {
    let result = sample(line)
    #expect(result.output == answer + "\n")
    #expect(result.errors.isEmpty)
    #expect(result.ending == .code(.success))
  }

  @Test(
    "what is wrong is named, with a near miss if there is one",
    arguments: [
      ("list --ordre=name", "unknown option '--ordre'\nhint: did you mean '--order'?"),
      ("list --xyzzy", "unknown option '--xyzzy'\nhint: see 'flash sample list -h'"),
      ("list --ord=name", "unknown option '--ord'\nhint: see 'flash sample list -h'"),
      ("list -x", "unknown option '-x'\nhint: see 'flash sample list -h'"),
      ("list -qx", "unknown option '-x'\nhint: see 'flash sample list -h'"),
      ("list --no-order", "unknown option '--no-order'\nhint: see 'flash sample list -h'"),
      ("list --order", "option '--order' needs a value: name|due"),
      ("list --order=x", "'--order' takes 'name' or 'due', not 'x'"),
      ("list --limit=0", "'--limit' takes a whole number from 1 to 100, not '0'"),
      ("list --reverse=1", "option '--reverse' takes no value"),
      ("list --no-reverse=1", "option '--no-reverse' takes no value"),
      ("list --color=red", "'--color' takes 'always', 'never' or 'auto', not 'red'"),
      ("list a b", "unexpected operand 'b'\nhint: see 'flash sample list -h'"),
      ("tag", "missing operand: FILE\nhint: see 'flash sample tag -h'"),
      ("tag a", "missing operand: DECK\nhint: see 'flash sample tag -h'"),
      ("tga a", "'tga' is not a subcommand of 'flash sample'\nhint: did you mean 'tag'?"),
      ("", "'flash sample' needs a subcommand\nhint: see 'flash sample -h'"),
      ("-0 tag a D", "unknown option '-0'\nhint: see 'flash sample -h'"),
    ])
  func errors(line: String, message: String) {
    let result = sample(line)
    #expect(result.errors == "flash-sample: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.ending == .code(.usage))
  }

  @Test(
    "subcommands nest, and a command may do something itself besides",
    arguments: [
      ("topic", "topic none"), ("topic x", "topic x"),
      ("topic add x y", "flash sample topic add: x, y"),
      ("topic -- add", "topic add"), ("-q topic -v add x", "flash sample topic add: x"),
      ("topic add -- add", "flash sample topic add: add"),
    ])
  func nested(line: String, answer: String) {
    #expect(sample(line).output == answer + "\n")
  }

  @Test("help and errors of a nested command are its own")
  func nestedHelp() {
    #expect(sample("topic add -h").output.contains("usage: flash sample topic add TOPIC...\n"))
    #expect(
      sample("topic add").errors
        == "flash-sample: missing operand: TOPIC\nhint: see 'flash sample topic add -h'\n")
  }

  @Test("a common option may stand before the subcommand")
  func commonBefore() {
    #expect(sample("-q list").output == "Chemistry\nSpanish::Verbs\n")
  }

  @Test(
    "help answers whatever else was given",
    arguments: ["list -h", "list --bogus -h", "-h list", "list --limit=x a b -h", "list -qh"])
  func help(line: String) {
    let result = sample(line)
    #expect(result.output.contains("usage: flash sample list [options] [DECK]\n"))
    #expect(result.errors.isEmpty)
    #expect(result.ending == .code(.success))
  }

  @Test("a word that names no subcommand does not keep help away")
  func helpOfUnknown() {
    #expect(sample("lst -h").output.contains("usage: flash sample COMMAND ...\n"))
  }

  @Test("the version is the program's, wherever it is asked")
  func version() {
    #expect(sample("--version").output == "flash-sample \(Release.version)\n")
    #expect(sample("list --version").output == "flash-sample \(Release.version)\n")
  }
}
