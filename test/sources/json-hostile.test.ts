import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isTimestamp } from '#catalogue/timestamp.ts';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
import type { SourceFormat } from '#sources/source-format.ts';
import { readSource } from '../support/sources/read-source.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

/** The member names that the JSON readers look for, by format. */
const NAMES: Readonly<Partial<Record<string, string>>> = {
  indico:
    '_type results complete title startDate endDate date time tz id contributions sessions conference conveners chairs ' +
    'speakers primaryauthors occurrences startDT endDT duration location room address label keywords visibility ' +
    'first_name fullName timezone description track subContributions category',
  researchseminars:
    'code results talks properties seminar_id seminar_ctr shortname start_time end_time timezone speaker topics weekdays ' +
    'time_slots speaker_affiliation audience access_control live_link online title abstract visibility edited_at',
  eventbrite:
    'events pagination start end utc local timezone name text html id status venue address latitude longitude url',
  'schema-org':
    '@context @type @id @graph @value @list @base @vocab startDate endDate duration name location performer organizer ' +
    'subEvent superEvent eventSchedule repeatFrequency byDay byMonthDay repeatCount startTime endTime exceptDate ' +
    'scheduleTimezone offers price url identifier address geo latitude longitude containedInPlace keywords about ' +
    'eventStatus doorTime inLanguage isAccessibleForFree audience',
};

/** Values that have a meaning to the readers. */
const WORDS = [
  ...[
    'Event',
    'EventSeries',
    'Place',
    'Conference',
    'SessionSlot',
    'Reservation',
    'https://schema.org',
    'Schedule',
    'Room',
  ],
  ...['2026-10-27', '2026-10-27T17:00:00Z', '0001-01-01', '9999-12-31T23:59:59Z', '17:00', 'P1D', 'P1W', 'PT1H', '2MO'],
  ...['Europe/London', 'UTC', '#a', '#b', '_:c', 'https://example.org/1', '1', '-1', '1e9', 'a|b', '10:00-11:00'],
];

function anything(names: readonly string[]): fc.Arbitrary<unknown> {
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, depthIdentifier: 'json' },
      fc.oneof(fc.constantFrom<unknown>(...WORDS, null, true, false), fc.double(), fc.integer(), hostileText),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8, depthIdentifier: 'json' }),
      fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'json' }),
    ),
  }));
  return value;
}

/** Checks that the reader returns only talks with valid times and problems with a hint. */
async function assertRead({ name, load }: SourceFormat, content: string | Buffer): Promise<void> {
  assert.ok(load !== null);
  const { talks, problems } = await readSource(await load(), content);
  for (const { start, end, key } of talks) {
    assert.ok(isTimestamp(start) && isTimestamp(end), `${name}: ${start} ${end}`);
    assert.equal(typeof key, 'string');
  }
  for (const { what, hint, line } of problems) assert.ok(what !== '' && hint !== '' && line >= 0, `${name}: ${what}`);
}

describe('JSON readers', () => {
  for (const format of SOURCE_FORMATS) {
    const names = NAMES[format.name]?.split(' ');
    if (names === undefined) continue;

    it(`return only valid talks and problems for random JSON with the names of ${format.name}`, async () => {
      await fc.assert(
        fc.asyncProperty(anything(names), async (value) => assertRead(format, JSON.stringify(value))),
        { numRuns: RUNS.usual },
      );
    });

    it(`return only valid talks and problems for random JSON and bytes as ${format.name}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.json(), fc.uint8Array({ maxLength: 500 })), async (value) =>
          assertRead(format, typeof value === 'string' ? value : Buffer.from(value)),
        ),
        { numRuns: RUNS.usual },
      );
    });
  }

  it('return only valid talks and problems for a page of random scripts and text', async () => {
    const names = NAMES['schema-org']?.split(' ') ?? [];
    const script = anything(names).map(
      (value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`,
    );
    const format = SOURCE_FORMATS.find(({ name }) => name === 'schema-org');
    assert.ok(format !== undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(script, hostileText), { maxLength: 6 }), async (parts) =>
        assertRead(format, `<html>${parts.join('')}`),
      ),
      { numRuns: RUNS.usual },
    );
  });
});
