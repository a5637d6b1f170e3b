"""Reads a calendar with python3-icalendar, expands it with dateutil, and prints its times and titles as JSON.

Arguments: the last moment up to which rules are followed, in UTC, and the zone of times without one.
Leaves out private events and events with a date that does not exist.
"""

import json
import re
import sys
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import icalendar
from dateutil.rrule import rruleset, rrulestr

HORIZON = datetime.strptime(sys.argv[1], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
FLOATING = sys.argv[2]

# Names that Windows displays. python3-icalendar knows only the internal ones.
SHOWN = {"(UTC-05:00) Eastern Time (US & Canada)": "America/New_York"}


def listed(value):
    return value if isinstance(value, list) else [] if value is None else [value]


class Calendar:
    def __init__(self, component):
        self.component = component
        named = str(component.get("X-WR-TIMEZONE", FLOATING))
        self.floating = ZoneInfo(named)

    def zone(self, prop):
        """The zone of a property's time, and the local time there."""
        time = prop.dt
        name = prop.params.get("TZID")
        if not isinstance(time, datetime):
            return self.floating, datetime(time.year, time.month, time.day)
        if name in SHOWN:
            return ZoneInfo(SHOWN[name]), time.replace(tzinfo=None)
        if time.tzinfo is None:
            return self.floating, time
        if time.utcoffset() == timedelta(0) and name is None:
            return timezone.utc, time.replace(tzinfo=None)
        return ZoneInfo(str(time.tzinfo)), time.replace(tzinfo=None)

    def moment(self, prop):
        zone, wall = self.zone(prop)
        return wall.replace(tzinfo=zone).astimezone(timezone.utc)

    def rule(self, rule, zone, start):
        rule = dict(rule)
        until = rule.pop("UNTIL", [None])[0]
        text = icalendar.vRecur(rule).to_ical().decode()
        if until is not None:
            if not isinstance(until, datetime):
                until = datetime(until.year, until.month, until.day, 23, 59, 59)
            elif until.tzinfo is not None:
                until = until.astimezone(zone).replace(tzinfo=None)
            text += ";UNTIL=" + until.strftime("%Y%m%dT%H%M%S")
        return rrulestr(text, dtstart=start)

    def walls(self, event):
        zone, start = self.zone(event["DTSTART"])
        found = rruleset()
        found.rdate(start)
        for rule in listed(event.get("RRULE")):
            found.rrule(self.rule(rule, zone, start))
        for added in listed(event.get("RDATE")):
            for one in added.dts:
                one.params = added.params
                found.rdate(self.moment(one).astimezone(zone).replace(tzinfo=None))
        days = set()
        for except_ in listed(event.get("EXDATE")):
            for one in except_.dts:
                one.params = except_.params
                if isinstance(one.dt, datetime):
                    found.exdate(self.moment(one).astimezone(zone).replace(tzinfo=None))
                else:
                    days.add(one.dt)
        last = max(HORIZON.astimezone(zone).replace(tzinfo=None), start)
        for wall in found:
            if wall > last:
                return
            if wall.date() not in days:
                yield wall.replace(tzinfo=zone).astimezone(timezone.utc)

    def occurrences(self):
        events = [event for event in self.component.walk("VEVENT") if usable(event)]
        replaced = {(str(event.get("UID")), self.moment(event["RECURRENCE-ID"])) for event in events if "RECURRENCE-ID" in event}
        def said(event, moment):
            # Days are dates, which stand for midnights in UTC.
            zone, _ = self.zone(event["DTSTART"])
            is_day = not isinstance(event["DTSTART"].dt, datetime) or str(event.get("X-MICROSOFT-CDO-ALLDAYEVENT")) == "TRUE"
            return moment.astimezone(zone).replace(tzinfo=timezone.utc) if is_day else moment

        for event in events:
            title = " ".join(str(event.get("SUMMARY", "")).split())
            if "RECURRENCE-ID" in event:
                yield said(event, self.moment(event["DTSTART"])), title
                continue
            for moment in self.walls(event):
                if (str(event.get("UID")), moment) not in replaced:
                    yield said(event, moment), title


def usable(event):
    if str(event.get("CLASS", "PUBLIC")) in ("PRIVATE", "CONFIDENTIAL"):
        return False
    return hasattr(event.get("DTSTART"), "dt")


# Busy times are not events, and a malformed one would stop the parser.
source = re.sub(rb"BEGIN:VFREEBUSY.*?END:VFREEBUSY\r?\n", b"", sys.stdin.buffer.read(), flags=re.DOTALL)
found = []
for component in icalendar.Calendar.from_ical(source, multiple=True):
    found += Calendar(component).occurrences()
json.dump(sorted([moment.strftime("%Y-%m-%dT%H:%M:%SZ"), title] for moment, title in found), sys.stdout)
