"""Reads VTIMEZONEs from standard input with python3-icalendar and prints their UTC offsets at given moments.

The input is JSON: [{"zone": "BEGIN:VTIMEZONE…", "moments": ["2015-10-06T10:00:00", …]}, …], moments in UTC. The output is
a list of offsets in seconds for each zone.
"""

import json
import sys
from datetime import datetime, timezone

import icalendar


def offsets(zone, moments):
    clock = icalendar.Timezone.from_ical(zone).to_tz()
    found = []
    for moment in moments:
        utc = datetime.fromisoformat(moment).replace(tzinfo=timezone.utc)
        found.append(int(clock.fromutc(utc.replace(tzinfo=None)).utcoffset().total_seconds()))
    return found


json.dump([offsets(asked["zone"], asked["moments"]) for asked in json.load(sys.stdin)], sys.stdout)
