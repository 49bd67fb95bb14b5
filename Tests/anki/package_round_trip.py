"""Takes packages through a real Anki.

package_round_trip.py OUT FILE...: imports each FILE into a new collection, prints what each import
did, then a line of JSON for each card, and exports all to OUT.
"""

import datetime
import json
import os
import sys
import tempfile

from anki.collection import (
    Collection,
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)

REFUSED = ("conflicting", "missing_notetype", "missing_deck", "empty_first_field")


def imported(collection, path):
    options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True)
    request = ImportAnkiPackageRequest(package_path=path, options=options)
    log = collection.import_anki_package(request).log
    return {
        "new": len(log.new),
        "updated": len(log.updated),
        "duplicate": len(log.duplicate),
        "refused": sum(len(getattr(log, kind)) for kind in REFUSED),
    }


def due(collection, card):
    """The study day of a review as a date, the moment of a step in seconds, else the place."""
    if card.type != 2:
        return str(card.due)
    # Anki's own midnight is four hours late.
    end = datetime.datetime.fromtimestamp(
        collection.sched.day_cutoff, datetime.timezone.utc
    )
    today = (end - datetime.timedelta(hours=28)).date()
    return str(today + datetime.timedelta(days=card.due - collection.sched.today))


def facts(collection, card_id):
    card = collection.get_card(card_id)
    note = card.note()
    memory = card.memory_state
    log = collection.db.all(
        "select id, ease, time, type, ivl from revlog where cid = ? order by id", card_id
    )
    return {
        "guid": note.guid,
        "ord": card.ord,
        "deck": collection.decks.name(card.did),
        "notetype": note.note_type()["name"].rstrip("+"),
        "tags": sorted(note.tags),
        "fields": note.fields,
        "question": card.question(),
        "type": card.type,
        "queue": card.queue,
        "due": due(collection, card),
        "ivl": card.ivl,
        "reps": card.reps,
        "lapses": card.lapses,
        "flag": card.user_flag(),
        "stability": memory.stability if memory else None,
        "difficulty": memory.difficulty if memory else None,
        "retention": card.desired_retention,
        "media": sorted(
            name
            for field in note.fields
            for name in collection.media.files_in_str(note.mid, field)
            if collection.media.have(name)
        ),
        "log": log,
    }


def main(out, paths):
    with tempfile.TemporaryDirectory() as folder:
        collection = Collection(os.path.join(folder, "collection.anki2"))
        try:
            for path in paths:
                print(json.dumps(imported(collection, path)))
            for card_id in collection.find_cards("", order="c.id"):
                print(json.dumps(facts(collection, card_id)))
            problems = collection.fix_integrity()[0].splitlines()
            # Anki notes when a card was last answered even if it was reset since.
            harmless = ("Database rebuilt", "Added last review time")
            if problems := [line for line in problems if not line.startswith(harmless)]:
                sys.exit("\n".join(problems))
            options = ExportAnkiPackageOptions(
                with_scheduling=True, with_deck_configs=True, with_media=True
            )
            collection.export_anki_package(out_path=out, options=options, limit=None)
        finally:
            collection.close()


main(os.path.abspath(sys.argv[1]), [os.path.abspath(path) for path in sys.argv[2:]])
