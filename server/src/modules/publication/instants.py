"""Instants of Swiss wall times by Python's own rules (zoneinfo), for the tests of the clock: python3 instants.py > instants.json"""

import json
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

ZURICH = ZoneInfo("Europe/Zurich")


def utc(local):
    return local.replace(tzinfo=ZURICH, fold=0).astimezone(timezone.utc)


def text(at):
    return at.strftime("%Y-%m-%dT%H:%MZ")


TIMES = ["00:00", "01:59", "02:00", "02:30", "02:59", "03:00", "12:00", "23:59"]
daily = {}
for first in ["2027-03-26", "2027-10-29"]:
    for day in range(5):
        date = datetime.fromisoformat(first) + timedelta(days=day)
        for time in TIMES:
            slot = f"{date:%Y-%m-%d} {time}"
            daily[slot] = text(utc(datetime.fromisoformat(slot)))

starts = []
for saturday in ["2027-03-27", "2027-10-30"]:
    monday = utc(datetime.fromisoformat(saturday) + timedelta(days=2))
    at = utc(datetime.fromisoformat(saturday))
    while at < monday:
        starts.append(at)
        at += timedelta(hours=1)
starts += [utc(datetime.fromisoformat(t)) for t in ["2027-01-31 12:00", "2028-01-31 23:59", "2028-02-29 00:00", "2028-02-29 12:00"]]

ends = {}
for at in starts:
    wall = at.astimezone(ZURICH).replace(tzinfo=None)
    ends[text(at)] = " ".join(text(utc(wall + timedelta(days=days))) for days in [1, 3, 5, 7, 30])

print(json.dumps({"daily": daily, "ends": ends}, indent=2))
