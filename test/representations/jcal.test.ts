import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { jcal } from '#representations/calendar/jcal-feed.ts';
import { assemble } from '#representations/representation.ts';
import { document, STORIES } from '../golden/stories.ts';
import { hostileTalk } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';

type Jcal = [string, unknown[][], Jcal[]];

/** Removes differences from RFC 7265 in what ical.js reads of properties that are newer than ical.js. */
function comparable([name, properties, components]: Jcal): unknown {
  const said = properties.map(([property, parameters, type, ...values]) => {
    const known = { ...(parameters as Record<string, unknown>) };
    for (const key of Object.keys(known)) if (Array.isArray(known[key])) known[key] = known[key].join(',');
    const isText = type === 'text' || type === 'unknown';
    const shown = type === 'unknown' ? values.map((value) => unescaped(String(value))) : values;
    return [property, known, isText || property === 'x-published-ttl' ? '' : type, ...shown];
  });
  return [name, said, components.map(comparable)];
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
}

function read(bytes: Buffer): Jcal {
  return JSON.parse(bytes.toString()) as Jcal;
}

describe('jCal', () => {
  for (const story of STORIES) {
    for (const step of story.steps) {
      // iCalendar must replace quotes in parameters, which JSON need not.
      if (story.name === 'hostile-text') continue;
      it(`of ${story.name}, ${step.name}, has the same content as iCalendar`, () => {
        const lines = read(Buffer.from(JSON.stringify(ICAL.parse(document(step, 'ics').toString()))));
        assert.deepEqual(comparable(read(document(step, 'jcal'))), comparable(lines));
      });
    }
  }

  it('converts to the properties that icalendar.ts writes, for arbitrary text', () => {
    const options = { cancelled: 'status', alarm: 5 } as const;
    const lines = icalendar(publication, options);
    const json = jcal(publication, options);
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const fromJson = ICAL.Component.fromString(ICAL.stringify(read(json.entry(details)) as never));
        const fromLines = ICAL.Component.fromString(lines.entry(details).toString());
        const values = (event: ICAL.Component): unknown =>
          event.getAllProperties().map((property) => [property.name, property.getValues().map(String)]);
        assert.deepEqual(values(fromJson), values(fromLines));
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('contains any number of talks and a VTIMEZONE unless its zone is UTC', () => {
    const [story] = STORIES;
    const [step] = story?.steps ?? [];
    assert.ok(step !== undefined);
    const feed = jcal(publication, step.options);
    const entries = step.talks.map((details) => feed.entry(details));
    const kinds = (bytes: Buffer): string[] => read(bytes)[2].map(([name]) => name);
    const frame = feed.frame(step.head);
    assert.deepEqual(kinds(assemble(frame, [])), ['vtimezone']);
    assert.deepEqual(kinds(assemble(frame, [...entries, ...entries])), ['vtimezone', 'vevent', 'vevent']);
    const utc = jcal({ ...publication, timeZone: 'UTC' }, step.options).frame(step.head);
    assert.deepEqual(kinds(assemble(utc, entries)), ['vevent']);
  });
});
