import FlashModel
import FlashTestSupport
import FlashText
import Testing

@Suite struct MarkdownHTMLTests {
  @Test("Markdown that was HTML is the same after going there and back", arguments: HTMLField.all)
  func fields(field: HTMLField) {
    let html = MarkdownHTML.html(field.text)
    #expect(HTMLText.markdown(html) == field.text, "\(html)")
  }

  @Test(
    "marks become elements",
    arguments: [
      ("a **b** *c* ~~d~~ `e<`", "a <b>b</b> <i>c</i> <s>d</s> <code>e&lt;</code>"),
      ("***x*** **a *b***", "<b><i>x</i></b> <b>a <i>b</i></b>"),
      ("a\nb\n\nc", "a<br>b<br><br>c"), ("1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"),
      ("\\*x\\* a*b _c_ d_e_f", "*x* a*b <i>c</i> d_e_f"),
      ("$x<y$ and $$z$$ for $5 or $6", "\\(x&lt;y\\) and \\[z\\] for $5 or $6"),
      ("![a](b c.png)", "![a](b c.png)"), ("![a](<b c.png>)", "<img src=\"b c.png\" alt=\"a\">"),
      ("[t](u) [s.mp3](s.mp3) [...]", "<a href=\"u\">t</a> [sound:s.mp3] [...]"),
      (
        "- a\n- b\n  - c\n\n1. d",
        "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li>d</li></ol>"
      ),
      ("> q\n> r\n\n## h\n---", "<blockquote>q<br>r</blockquote><h2>h</h2><hr>"),
      (
        "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |",
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr></table>"
      ),
      ("```\na <b>\n\nc\n```", "<pre>a &lt;b&gt;\n\nc</pre>"),
      ("H<sub>2</sub>O <b>", "H<sub>2</sub>O &lt;b&gt;"),
      ("```latex\nx\n```", "[latex]x[/latex]"), ("**unclosed *and `so", "**unclosed *and `so"),
    ])
  func marks(markdown: String, html: String) { #expect(MarkdownHTML.html(markdown) == html) }

  @Test("marks reach over the ends of lines, but not over an empty one")
  func paragraphs() {
    #expect(MarkdownHTML.html("a **b\nc** $$\nx\n$$") == "a <b>b<br>c</b> \\[<br>x<br>\\]")
    #expect(MarkdownHTML.html("a **b\n\nc** d") == "a **b<br><br>c** d")
    #expect(MarkdownHTML.html("a\n- b\nc\n\n\nd") == "a<ul><li>b</li></ul>c<br><br><br>d")
  }

  @Test(
    "time does not grow faster than the text",
    arguments: [
      "*", "**", "_", "`", "``` ", "$", "~~", "[", "](", ")", "![", "[a](", "<", ">", "&", "\\",
      "\n", "\n\n", "- ", "- a\n", "1. ", "> ", "# ", "| ", "|-|\n", "```a\n", "*a ", "*a* ",
      "_a`", "$a ",
    ])
  func long(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    #expect(!MarkdownHTML.html(text + "x").isEmpty)
  }
}
