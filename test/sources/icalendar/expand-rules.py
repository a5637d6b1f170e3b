"""Reads a JSON list of [rule, start, last] and prints the times up to last that dateutil finds for each rule.

Times have no zone and are written yyyymmddThhmmss. The start is not added if the rule does not match it.
"""

import datetime as dates
import json
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

FORM = "%Y%m%dT%H%M%S"


def times(rule, start, last):
    start, last = datetime.strptime(start, FORM), datetime.strptime(last, FORM)
    # dateutil searches up to this year, which takes long if a rule has no further times.
    dates.MAXYEAR = last.year
    found = rrulestr(rule, dtstart=start).between(start, last, inc=True)
    return [time.strftime(FORM) for time in found]


json.dump([times(*row) for row in json.load(sys.stdin)], sys.stdout)
