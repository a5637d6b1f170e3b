"""Reads a calendar from standard input with python3-icalendar and prints what it understood as JSON.

Times are in UTC. Starts and ends are given twice: by the VTIMEZONE of the calendar and by Python's zone of the same name.
"""

import json
import sys
from datetime import timezone

import icalendar


def moment(time):
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def moments(event, name, zones):
    """The time by the calendar's zone and by Python's, or None if the event lacks it."""
    if name not in event:
        return None
    time = event[name].dt
    zone = zones.get(event[name].params.get("TZID"))
    if zone is None:
        return [moment(time), moment(time)]
    return [moment(zone.localize(time.replace(tzinfo=None), is_dst=None)), moment(time)]


def texts(event, name):
    found = event.get(name, [])
    return [str(text) for text in (found if isinstance(found, list) else [found])]


def understood(event, zones):
    organizer = event.get("ORGANIZER")
    categories = event.get("CATEGORIES")
    return {
        "uid": str(event["UID"]),
        "stamp": moment(event["DTSTAMP"].dt),
        "created": moment(event["CREATED"].dt),
        "updated": moment(event["LAST-MODIFIED"].dt),
        "sequence": int(event["SEQUENCE"]),
        "status": str(event["STATUS"]),
        "start": moments(event, "DTSTART", zones),
        "end": moments(event, "DTEND", zones),
        "summary": texts(event, "SUMMARY"),
        "description": texts(event, "DESCRIPTION"),
        "location": texts(event, "LOCATION"),
        "url": texts(event, "URL"),
        "conference": texts(event, "CONFERENCE"),
        "contact": texts(event, "CONTACT"),
        "comment": texts(event, "COMMENT"),
        # This parser splits at escaped commas, too.
        "categories": "" if categories is None else ",".join(str(label) for label in categories.cats),
        "organizer": None if organizer is None else [str(organizer), organizer.params.get("CN")],
        "properties": sorted(event.keys()),
        "components": [component.name for component in event.subcomponents],
    }


calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
zones = {str(zone["TZID"]): zone.to_tz() for zone in calendar.walk("VTIMEZONE")}
json.dump(
    {
        "properties": {name: str(value) for name, value in calendar.items() if name in ("NAME", "DESCRIPTION", "SOURCE", "URL")},
        "components": [component.name for component in calendar.subcomponents],
        "events": [understood(event, zones) for event in calendar.walk("VEVENT")],
    },
    sys.stdout,
)
