#!/usr/bin/env python3
"""Writes the table of display widths that FlashTerminal measures text with.

usage: scripts/generate-cell-widths.py > Sources/FlashShared/FlashTerminal/Text/CellWidthTable.swift

The properties come from Python's own copy of the Unicode character database. What that copy may be
too old to know is added by block, as Unicode reserves it.
"""

import unicodedata

ZERO, SPACING, WIDE = 0, 1, 2

# Format characters that are drawn: the number signs and the like that stand before digits.
DRAWN_FORMATS = {
    *range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD,
}
# Vowels and finals of Hangul that join the syllable before them.
HANGUL_JOINING = [(0x1160, 0x11FF), (0xD7B0, 0xD7FF)]
# Unified ideographs and pictographs, assigned or not.
WIDE_BLOCKS = [
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x1F6DC, 0x1F6DF),
    (0x1FA70, 0x1FAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
]


def within(value, blocks):
    return any(low <= value <= high for low, high in blocks)


def width_class(value):
    character = chr(value)
    category = unicodedata.category(character)
    if within(value, HANGUL_JOINING) or category in ("Mn", "Me"):
        return ZERO
    if category == "Cf" and value not in DRAWN_FORMATS:
        return ZERO
    if category == "Mc":
        return SPACING
    # Python calls what is unassigned fullwidth.
    drawn_wide = category != "Cn" and unicodedata.east_asian_width(character) in ("W", "F")
    if drawn_wide or within(value, WIDE_BLOCKS):
        return WIDE
    return None


def ranges():
    start, current = None, None
    for value in range(0x80, 0x110000):
        found = None if 0xD800 <= value <= 0xDFFF else width_class(value)
        if found == current:
            continue
        if current is not None:
            yield start, value - 1, current
        start, current = value, found
    if current is not None:
        yield start, 0x10FFFF, current


def main():
    print("// Written by scripts/generate-cell-widths.py from Unicode "
          f"{unicodedata.unidata_version}; edit that, not this.\n")
    print("/// The scalars that do not take one column, as sorted ranges.")
    print("enum CellWidthTable {")
    print("  /// First scalar in bits 32 and up, last scalar in bits 8 to 31, the raw value of a")
    print("  /// ``ScalarWidth`` in bits 0 to 7.")
    print("  static let ranges: [UInt64] = [")
    row = []
    for start, end, kind in ranges():
        row.append(f"0x{start:X}_{end:06X}_{kind:02X}")
        if len(row) == 4:
            print("    " + ", ".join(row) + ",")
            row = []
    if row:
        print("    " + ", ".join(row) + ",")
    print("  ]")
    print("}")


main()
