"""Reads a document of events with Python's json, html.parser and dateutil, and prints their times and titles as JSON.

Arguments: the kind of document, and the zone of times without one.
"""

import json
import sys
from datetime import datetime, timezone
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

from dateutil import parser, rrule

KIND, FLOATING = sys.argv[1], ZoneInfo(sys.argv[2])
DAYS = {"Monday": rrule.MO, "Wednesday": rrule.WE}
UNITS = {"D": rrule.DAILY, "W": rrule.WEEKLY}


def indico(text):
    def moment(time):
        wall = datetime.fromisoformat(f"{time['date']}T{time['time']}")
        return wall.replace(tzinfo=ZoneInfo(time["tz"]))

    for event in json.loads(text)["results"]:
        if event.get("_type", "Conference") != "Conference":
            return
        if event.get("contributions"):
            for part in event["contributions"]:
                yield moment(part["startDate"]), part["title"]
        elif event.get("occurrences"):
            for day in event["occurrences"]:
                yield moment(day["startDT"]), event["title"]
        else:
            yield moment(event["startDate"]), event["title"]


def eventbrite(text):
    for event in json.loads(text)["events"]:
        if event["status"] != "draft" and event["listed"]:
            yield parser.isoparse(event["start"]["utc"]), event["name"]["text"]


class Scripts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.inside = False
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.inside = tag == "script" and dict(attrs).get("type") == "application/ld+json"
        if self.inside:
            self.found.append("")

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.found[-1] += data


def page(text):
    scripts = Scripts()
    scripts.feed(text)
    for script in scripts.found:
        document = json.loads(script)
        for thing in document if isinstance(document, list) else [document]:
            if "Event" in thing["@type"]:
                yield from times(thing)


def times(event):
    if "startDate" in event:
        yield zoned(parser.parse(event["startDate"]), FLOATING), event["name"]
        return
    schedules = event["eventSchedule"]
    for schedule in schedules if isinstance(schedules, list) else [schedules]:
        if "startDate" not in schedule:
            continue
        zone = ZoneInfo(schedule["scheduleTimezone"])
        day = schedule.get("byDay", "").split("/")[-1]
        rule = rrule.rrule(
            UNITS[schedule["repeatFrequency"][-1]],
            dtstart=parser.parse(f"{schedule['startDate']}T{schedule['startTime']}"),
            until=parser.parse(schedule["endDate"] + "T23:59:59") if "endDate" in schedule else None,
            count=schedule.get("repeatCount"),
            byweekday=DAYS[day] if day else None,
        )
        for wall in rule:
            yield wall.replace(tzinfo=zone), event["name"]


def zoned(time, zone):
    return time if time.tzinfo else time.replace(tzinfo=zone)


found = {"indico": indico, "eventbrite": eventbrite, "page": page}[KIND](sys.stdin.buffer.read().decode())
rows = [[moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), title] for moment, title in found]
json.dump(sorted(rows), sys.stdout)
