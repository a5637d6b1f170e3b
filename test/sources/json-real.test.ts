import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readEventbrite } from '#sources/eventbrite.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readIndico } from '#sources/indico.ts';
import { readResearchSeminars } from '#sources/research-seminars.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { answerOf, askPython, withoutPython } from '../support/process/python.ts';
import { READ_OPTIONS, readSource, readSourceFile } from '../support/sources/read-source.ts';
import { noRealFiles, realFile } from '../support/sources/real-files.ts';

const READERS = 'dateutil';
const withoutReaders = withoutPython(READERS);

/** For each file: how Python reads it, the number of talks, and the problems. */
const FILES: readonly {
  readonly kind: 'indico' | 'jsonld';
  readonly name: string;
  readonly read: SourceReader;
  readonly as: 'indico' | 'eventbrite' | 'page';
  readonly talks: number;
  readonly problems?: readonly string[];
}[] = [
  { kind: 'indico', name: 'cern-event-845525.json', read: readIndico, as: 'indico', talks: 1 },
  { kind: 'indico', name: 'doc-0.json', read: readIndico, as: 'indico', talks: 2 },
  { kind: 'indico', name: 'doc-1.json', read: readIndico, as: 'indico', talks: 4 },
  { kind: 'indico', name: 'doc-3.json', read: readIndico, as: 'indico', talks: 5 },
  ...['bookings', 'rooms', 'rooms'].map((what, index) => ({
    kind: 'indico' as const,
    name: `doc-${4 + index}.json`,
    read: readIndico,
    as: 'indico' as const,
    talks: 0,
    problems: [`1 _type: This is an export of ${what === 'rooms' ? 'rooms' : 'room bookings'}, not of events.`],
  })),
  { kind: 'jsonld', name: 'eventbrite-ardc-2.json', read: readEventbrite, as: 'eventbrite', talks: 15 },
  { kind: 'jsonld', name: 'songkick-tovestyrke.html', read: readSchemaOrg, as: 'page', talks: 1 },
  { kind: 'jsonld', name: 'songkick-tour-dates.html', read: readSchemaOrg, as: 'page', talks: 13 },
  {
    kind: 'jsonld',
    name: 'schemaorg-event-examples.txt',
    read: readSchemaOrg,
    as: 'page',
    talks: 62,
    problems: [54, 120, 174].map((line) => `${line} eventSchedule: Its schedule has no startDate.`),
  },
];

describe('real JSON event files', { skip: noRealFiles('indico') || noRealFiles('jsonld') }, () => {
  for (const { kind, name, read, as, talks: count, problems: expected = [] } of FILES) {
    it(`yield talks with unique keys and report events without a start: ${name}`, async () => {
      const { talks, problems } = await readSourceFile(read, realFile(kind, name));
      assert.equal(talks.length, count);
      assert.equal(new Set(talks.map(({ key }) => key)).size, count);
      assert.deepEqual(
        problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
        expected,
      );
    });

    it(`have the start times that Python computes: ${name}`, { skip: withoutReaders }, async () => {
      const { talks } = await readSourceFile(read, realFile(kind, name));
      const script = 'test/sources/expand-json.py';
      const rows = answerOf(READERS, [script, as, READ_OPTIONS.zone], readFileSync(realFile(kind, name)));
      assert.deepEqual(talks.map(({ start, title }) => JSON.stringify([start, title])).sort(), sorted(rows));
    });
  }

  it('are rejected with a hint if they contain no events', async () => {
    const { talks, problems } = await readSourceFile(readSchemaOrg, realFile('jsonld', 'ols-relative-id.json'));
    assert.deepEqual(
      [talks, problems.map(({ code, hint }) => [code, hint])],
      [[], [['no-events', 'Check the address.']]],
    );
  });
});

/** Rows as the site's API writes them, with the `str` of times in many zones, and the expected moments. */
const ROWS = `
import json, sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

rows = []
for number, name in enumerate(json.load(sys.stdin)):
    for month in range(1, 13):
        start = datetime(2020 + number, month, 27, 1, 30, number, tzinfo=ZoneInfo(name))
        end = start.astimezone(timezone.utc) + timedelta(minutes=50, microseconds=number)
        rows.append([start, end, {"seminar_id": name, "seminar_ctr": month, "speaker": "x", "timezone": name}])
utc = lambda time: time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
json.dump({
    "answer": json.dumps({"results": [{**row, "start_time": start, "end_time": end} for start, end, row in rows]}, default=str),
    "expected": [[utc(start), utc(end)] for start, end, _ in rows],
}, sys.stdout)
`;

describe('researchseminars.org rows written by Python', () => {
  it('have the start and end times that Python computes', { skip: withoutPython('zoneinfo') }, async () => {
    const zones = [
      'Europe/London',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'UTC',
    ];
    const asked = askPython('zoneinfo', ROWS, zones);
    const { talks, problems } = await readSource(readResearchSeminars, textAt(asked, 'answer'));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ start, end }) => [start, end]),
      listAt(asked, 'expected'),
    );
  });
});

function sorted(rows: unknown): string[] {
  assert.ok(Array.isArray(rows));
  return rows.map((row: unknown) => JSON.stringify(row)).sort();
}
