#!/usr/bin/env python3
"""Write offsets.json: what Python's zoneinfo says about the files beside this script.

    python3 generate.py          # rewrites offsets.json
    python3 generate.py --check  # compares

For each zone: every change of offset that a scan in steps of a day finds from 1880 to 2101 is
pinned to its second; rows are [utc seconds, offset seconds] for the second before and the second of
each change, and for 200 seeded moments.
"""
import datetime
import json
import os
import random
import sys
import zoneinfo

HERE = os.path.dirname(os.path.abspath(__file__))
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
         "UTC", "America/St_Johns", "Africa/Casablanca", "Europe/Dublin"]


def offset(zone, seconds):
    moment = EPOCH + datetime.timedelta(seconds=seconds)
    return round(moment.astimezone(zone).utcoffset().total_seconds())


def seconds_of(year):
    return round((datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc) - EPOCH).total_seconds())


def rows(name, rng):
    with open(os.path.join(HERE, name), "rb") as file:
        zone = zoneinfo.ZoneInfo.from_file(file)
    out = []
    step = 86_400
    low = seconds_of(1880)
    before = offset(zone, low)
    for high in range(low + step, seconds_of(2101), step):
        after = offset(zone, high)
        if after != before:
            left, right = high - step, high
            while right - left > 1:
                middle = (left + right) // 2
                if offset(zone, middle) == before:
                    left = middle
                else:
                    right = middle
            out.append([left, before])
            out.append([right, offset(zone, right)])
        before = after
    for _ in range(200):
        at = rng.randrange(low, seconds_of(2101))
        out.append([at, offset(zone, at)])
    return out


def main():
    rng = random.Random(20261130)
    table = {name: rows(name, rng) for name in ZONES}
    text = json.dumps(table, separators=(",", ":")) + "\n"
    path = os.path.join(HERE, "offsets.json")
    if "--check" in sys.argv:
        same = open(path).read() == text
        print("all equal" if same else "differs")
        sys.exit(not same)
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
