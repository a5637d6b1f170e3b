"""Prints `[start, end, title]` of each talk in a table as JSON, read with csv or PyYAML and dateutil.

Argument: JSON with `kind` (csv or yaml), the columns `title` (the first non-empty one counts), `start`, `end`, `seconds`
and `zone`, and `floating`, the zone of times without one. Rows without a title or a start are left out, and
so is a label before a title.
"""

import csv
import io
import json
import sys
from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

import yaml
from dateutil import parser

ASKED = json.loads(sys.argv[1])
# Zones by city, which zoneinfo does not know.
CITIES = {"Melbourne": "Australia/Melbourne"}


def rows(text):
    if ASKED["kind"] == "yaml":
        return yaml.load(text, Loader=yaml.BaseLoader)
    return list(csv.DictReader(io.StringIO(text, newline="")))


def value(row, column):
    text = (row.get(column) or "").strip() if column else ""
    return "" if text == "null" else text


def moment(row, text):
    time = parser.parse(text)
    if time.tzinfo is None:
        zone = value(row, ASKED.get("zone")) or ASKED["floating"]
        time = time.replace(tzinfo=ZoneInfo(CITIES.get(zone, zone)))
    return time.astimezone(timezone.utc)


def shown(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


found = []
for row in rows(sys.stdin.buffer.read().decode("utf-8")):
    title = next((value(row, column) for column in ASKED["title"] if value(row, column)), "")
    begin = value(row, ASKED["start"])
    if not title or not begin:
        continue
    start = moment(row, begin)
    finish = value(row, ASKED.get("end"))
    seconds = value(row, ASKED.get("seconds"))
    end = moment(row, finish) if finish else start + timedelta(seconds=round(float(seconds or 0)))
    found.append([shown(start), shown(end), " ".join(title.split()).removeprefix("Title: ")])
json.dump(found, sys.stdout)
