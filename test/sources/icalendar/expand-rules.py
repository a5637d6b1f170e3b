"""Reads a JSON list of [rule, start, last] and says with dateutil which times each rule has, without the start itself.

Times are of no zone, as yyyymmddThhmmss; last is the last that may be said.
"""

import datetime as dates
import json
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

FORM = "%Y%m%dT%H%M%S"


def times(rule, start, last):
    start, last = datetime.strptime(start, FORM), datetime.strptime(last, FORM)
    # dateutil looks for the next time until this year, which takes long if a rule has none.
    dates.MAXYEAR = last.year
    found = rrulestr(rule, dtstart=start).between(start, last, inc=True)
    return [time.strftime(FORM) for time in found]


json.dump([times(*row) for row in json.load(sys.stdin)], sys.stdout)
