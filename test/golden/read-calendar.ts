import ICAL from 'ical.js';

/** Reads a calendar with ical.js. The result has the same shape as that of read-calendar.py. */
export function readWithIcalJs(bytes: Buffer): unknown {
  const calendar = ICAL.Component.fromString(bytes.toString());
  const zones = new Map<string, ICAL.Timezone>();
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const zone = new ICAL.Timezone(component);
    zones.set(zone.tzid, zone);
  }
  const properties = ['NAME', 'DESCRIPTION', 'SOURCE', 'URL'].flatMap((name) => {
    const property = calendar.getFirstProperty(name.toLowerCase());
    if (property === null) return [];
    const value = String(property.getFirstValue());
    return [[name, property.type === 'unknown' ? unescaped(value) : value]];
  });
  return {
    properties: Object.fromEntries(properties) as unknown,
    components: calendar.getAllSubcomponents().map(({ name }) => name.toUpperCase()),
    events: calendar.getAllSubcomponents('vevent').map((event) => understood(event, zones)),
  };
}

function understood(event: ICAL.Component, zones: ReadonlyMap<string, ICAL.Timezone>): object {
  const first = (name: string): string => String(event.getFirstPropertyValue(name));
  const texts = (name: string): string[] =>
    event.getAllProperties(name).flatMap((property) => property.getValues().map(String));
  const organizer = event.getFirstProperty('organizer');
  return {
    uid: first('uid'),
    stamp: moment(event, 'dtstamp', zones),
    created: moment(event, 'created', zones),
    updated: moment(event, 'last-modified', zones),
    sequence: Number(first('sequence')),
    status: first('status'),
    start: twice(moment(event, 'dtstart', zones)),
    end: twice(moment(event, 'dtend', zones)),
    summary: texts('summary'),
    description: texts('description'),
    location: texts('location'),
    url: texts('url'),
    conference: texts('conference'),
    contact: texts('contact'),
    comment: texts('comment'),
    categories: texts('categories').join(','),
    organizer: organizer === null ? null : [String(organizer.getFirstValue()), parameter(organizer, 'cn') ?? null],
    properties: event
      .getAllProperties()
      .map(({ name }) => name.toUpperCase())
      .sort(),
    components: event.getAllSubcomponents().map(({ name }) => name.toUpperCase()),
  };
}

function moment(event: ICAL.Component, name: string, zones: ReadonlyMap<string, ICAL.Timezone>): string | null {
  const property = event.getFirstProperty(name);
  const time = property?.getFirstValue();
  if (property === null || !(time instanceof ICAL.Time)) return null;
  const zoneName = parameter(property, 'tzid');
  const zone = zoneName === undefined ? ICAL.Timezone.utcTimezone : zones.get(zoneName);
  if (zone === undefined) throw new Error(`the calendar does not say what ${zoneName} is`);
  time.zone = zone;
  return new Date(time.toUnixTime() * 1000).toISOString().replace('.000', '');
}

/** The Python script answers for the calendar's zones and for Python's. ical.js knows only the calendar's. */
function twice(time: string | null): [string, string] | null {
  return time === null ? null : [time, time];
}

/** ical.js does not unescape the TEXT of properties newer than RFC 5545. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

/** The types of ical.js omit that the parameter may be missing. */
function parameter(property: ICAL.Property, name: string): string | undefined {
  const value: unknown = property.getParameter(name);
  return typeof value === 'string' ? value : undefined;
}
