"""Takes a file of notes through a real Anki.

round_trip.py FILE OUT: imports FILE, notes in plain text, into a new collection twice, then exports
all notes to OUT. Prints what each import did, as a line of JSON.
"""

import json
import os
import sys
import tempfile

from anki.collection import Collection, ImportCsvRequest

REFUSED = ("conflicting", "missing_notetype", "missing_deck", "empty_first_field")


def imported(collection, path):
    metadata = collection.get_csv_metadata(path, None)
    log = collection.import_csv(ImportCsvRequest(path=path, metadata=metadata)).log
    return {
        "new": len(log.new),
        "updated": len(log.updated),
        "duplicate": len(log.duplicate),
        "refused": sum(len(getattr(log, kind)) for kind in REFUSED),
    }


def main(path, out):
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(os.path.join(folder, "collection.anki2"))
        try:
            for _ in range(2):
                print(json.dumps(imported(collection, path)))
            collection.export_note_csv(
                out_path=out,
                limit=None,
                with_html=True,
                with_tags=True,
                with_deck=True,
                with_notetype=True,
                with_guid=True,
            )
        finally:
            collection.close()


main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
