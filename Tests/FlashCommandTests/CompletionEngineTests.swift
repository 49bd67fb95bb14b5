import FlashCommand
import Testing

@Suite struct CompletionEngineTests {
  @Test(
    "the word at the end is completed by where it stands",
    arguments: [
      (["l"], ["list"]), ([""], ["list", "show", "tag", "wait", "topic"]),
      (["list", ""], ["Chemistry", "Spanish::Verbs"]),
      (["list", "Sp"], ["Spanish::Verbs"]), (["list", "--or"], ["--order"]),
      (["list", "--order="], ["--order=name", "--order=due"]),
      (["list", "--order", ""], ["name", "due"]), (["list", "--order", "=", "d"], ["due"]),
      (["list", "--order", "="], ["name", "due"]),
      (["list", "--reverse", "--rev"], []), (["-q", "list", "Ch"], ["Chemistry"]),
      (["list", "--json="], ["--json=name", "--json=due_count", "--json=next_due_at"]),
      (["list", "--json=name,du"], ["--json=name,due_count"]),
      (["list", "--", "-"], []), (["list", "Chemistry", ""], []),
      (["tag", "x", "Ch"], ["Chemistry"]), (["nonsense", ""], []), (["topic", ""], ["add"]),
      ([], ["list", "show", "tag", "wait", "topic"]),
    ] as [([String], [String])])
  func places(words: [String], values: [String]) {
    let lines = sample(["__complete", "--"] + words).output.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != "\t" }) } == values)
  }

  @Test("an answer carries its description behind a tab")
  func description() {
    #expect(sample("__complete -- list Ch").output == "Chemistry\t0 due\n")
  }
}
