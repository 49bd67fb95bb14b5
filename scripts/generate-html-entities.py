#!/usr/bin/env python3
"""Writes Sources/FlashShared/FlashText/HTML/NamedCharacters.swift from Python's table of the
character references of HTML 5."""
from html.entities import html5
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "Sources/FlashShared/FlashText/HTML/NamedCharacters.swift"


def lines(words):
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > 95:
            yield line
            line = ""
        line = line + " " + word if line else word
    if line:
        yield line


full = sorted((k[:-1], v) for k, v in html5.items() if k.endswith(";"))
bare = sorted(k for k in html5 if not k.endswith(";"))
table = "\n".join("    " + l for l in lines(n + "=" + "+".join("%X" % ord(c) for c in v) for n, v in full))
names = "\n".join("    " + l for l in lines(bare))
OUT.write_text(f'''// Written by scripts/generate-html-entities.py; edit that, not this.

/// The named characters of HTML.
///
/// - Source: the HTML standard, 13.5 Named character references.
enum NamedCharacters {{
  /// `name=scalar` or `name=scalar+scalar`, in hexadecimal, blanks and line ends between two.
  static let table = """
{table}
    """

  /// The names that are also read without a semicolon.
  static let bareNames = """
{names}
    """
}}
''', encoding="utf-8")
