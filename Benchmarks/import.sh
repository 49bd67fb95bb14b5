#!/usr/bin/env bash
# Whole imports: time and memory of the program, into an empty collection and of the same file again,
# and how memory stays as files grow.
set -euo pipefail
. "$(dirname "$0")/report.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder
import=$BUILD/flash-import
[ -x "$import" ] || exit 0
"$BUILD/flash-bench" generate-csv 100000 >"$folder/large.csv"

# One run into a new collection, timed with what it starts from.
cat >"$folder/new" <<SCRIPT
#!/bin/sh
rm -f "$folder"/new.db*
exec "$import" --store "$folder/new.db" "$folder/large.csv"
SCRIPT
chmod +x "$folder/new"

seconds() { awk -v ms="$1" 'BEGIN { printf "%.2f", ms / 1000 }'; }
mebibytes() { awk -v kib="$1" 'BEGIN { printf "%.0f", kib / 1024 }'; }

measured=$("$TIMER" 5 -- "$folder/new" -- "$import" --store "$folder/new.db" "$folder/large.csv")
row 'import 100,000 rows of CSV into an empty collection' "$(seconds "$(figure 1 1)")" s 1.00 \
  "least $(seconds "$(figure 1 2)") s; Anki 3.9 to 4.3 s"
row '  peak memory' "$(mebibytes "$(figure 1 3)")" MiB 150 'Anki 283 MiB'
row 'the same file again' "$(seconds "$(figure 2 1)")" s 0.60 "least $(seconds "$(figure 2 2)") s"
row '  peak memory' "$(mebibytes "$(figure 2 3)")" MiB 150 ''

for rows in 10000 1000000; do
  "$BUILD/flash-bench" generate-csv $rows >"$folder/sized.csv"
  rm -f "$folder"/sized.db*
  measured=$("$TIMER" 1 -- "$import" --store "$folder/sized.db" "$folder/sized.csv")
  row "  peak memory for $rows rows" "$(mebibytes "$(figure 1 3)")" MiB 150 \
    "$(seconds "$(figure 1 1)") s"
done

"$BUILD/flash-bench" generate-ankiapp 100000 >"$folder/large.xml"
cat >"$folder/xml" <<SCRIPT
#!/bin/sh
rm -f "$folder"/xml.db*
exec "$import" --store "$folder/xml.db" "$folder/large.xml"
SCRIPT
chmod +x "$folder/xml"
measured=$("$TIMER" 5 -- "$folder/xml")
row "import 100,000 cards of AnkiApp's XML into an empty collection" "$(seconds "$(figure 1 1)")" s \
  1.50 "least $(seconds "$(figure 1 2)") s"
row '  peak memory' "$(mebibytes "$(figure 1 3)")" MiB 150 ''
for cards in 10000 1000000; do
  "$BUILD/flash-bench" generate-ankiapp $cards >"$folder/sized.xml"
  rm -f "$folder"/sized.db*
  measured=$("$TIMER" 1 -- "$import" --store "$folder/sized.db" "$folder/sized.xml")
  row "  peak memory for $cards cards" "$(mebibytes "$(figure 1 3)")" MiB 150 \
    "$(seconds "$(figure 1 1)") s"
done

for form in latest legacy; do
  "$BUILD/flash-bench" generate-anki "$folder/$form.apkg" $form 100000 150000
  cat >"$folder/anki" <<SCRIPT
#!/bin/sh
rm -f "$folder"/anki.db*
exec "$import" --store "$folder/anki.db" "$folder/$form.apkg"
SCRIPT
  chmod +x "$folder/anki"
  measured=$("$TIMER" 5 -- "$folder/anki")
  row "import $form .apkg of 100,000 notes, 150,000 reviews" "$(seconds "$(figure 1 1)")" s 1.60 \
    "least $(seconds "$(figure 1 2)") s; Anki 2.8 to 5.5 s"
  row '  peak memory' "$(mebibytes "$(figure 1 3)")" MiB 250 'Anki 286 MiB'
done
measured=$("$TIMER" 3 -- "$import" --store "$folder/anki.db" "$folder/legacy.apkg")
row '  the same file again' "$(seconds "$(figure 1 1)")" s 1.60 "$(mebibytes "$(figure 1 3)") MiB"
"$BUILD/flash-bench" generate-anki "$folder/small.apkg" latest 10000
measured=$("$TIMER" 1 -- "$import" --store "$folder/small.db" "$folder/small.apkg")
row '  peak memory for 10,000 notes' "$(mebibytes "$(figure 1 3)")" MiB 250 "$(seconds "$(figure 1 1)") s"

if [ -x "$BUILD/flash-export" ]; then
  measured=$("$TIMER" 3 \
    -- "$BUILD/flash-export" --store "$folder/new.db" -o "$folder/out.csv" \
    -- "$BUILD/flash-export" --store "$folder/new.db" -o "$folder/out.jsonl")
  row 'export 100,000 cards as CSV' "$(seconds "$(figure 1 1)")" s 1.00 \
    "$(mebibytes "$(figure 1 3)") MiB"
  row 'export 100,000 cards as JSON Lines' "$(seconds "$(figure 2 1)")" s 1.50 \
    "$(mebibytes "$(figure 2 3)") MiB"
  "$BUILD/flash-bench" generate-history "$folder/history.db" 100000 150000
  measured=$("$TIMER" 3 -- "$BUILD/flash-export" --store "$folder/history.db" -o "$folder/out.apkg")
  row 'export 100,000 cards with 150,000 reviews for Anki' "$(seconds "$(figure 1 1)")" s 2.00 \
    "least $(seconds "$(figure 1 2)") s"
  row '  peak memory' "$(mebibytes "$(figure 1 3)")" MiB 250 ''
  cat >"$folder/restore" <<SCRIPT
#!/bin/sh
rm -f "$folder"/copy.db*
exec "$import" --store "$folder/copy.db" "$folder/out.jsonl"
SCRIPT
  chmod +x "$folder/restore"
  measured=$("$TIMER" 3 -- "$folder/restore")
  row 'import these JSON Lines into an empty collection' "$(seconds "$(figure 1 1)")" s 3.00 \
    "$(mebibytes "$(figure 1 3)") MiB"
fi
exit $((FAILED > 0))
