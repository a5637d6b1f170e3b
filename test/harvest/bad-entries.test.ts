import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, importOptics, inputOf, on, shownTalks, talksIn } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

/** Names and days of talks, to be written in every format. 30 February makes an entry unreadable. */
type Entries = readonly (readonly [name: string, day: string])[];

const API = 'https://www.eventbriteapi.com/v3/';

const FORMATS: Readonly<Record<string, (entries: Entries) => string>> = {
  'a calendar': (entries) => calendar(...entries.map(([name, day]) => on(name, day.replaceAll('-', '')))),
  'a table with identifiers': (entries) =>
    ['id,title,start', ...entries.map(([name, day]) => `${name},On ${name},${day}T17:00:00Z`), ''].join('\n'),
  'a table without identifiers': (entries) =>
    ['title,start', ...entries.map(([name, day]) => `On ${name},${day}T17:00:00Z`), ''].join('\n'),
  'Eventbrite JSON': (entries) => {
    const events = entries.map(([name, day]) => ({
      resource_uri: API,
      id: name,
      name: { text: `On ${name}` },
      start: utc(day),
    }));
    return JSON.stringify({ pagination: { object_count: 3, has_more_items: false }, events });
  },
};

function utc(day: string): object {
  return { timezone: 'Europe/London', local: `${day}T17:00:00`, utc: `${day}T17:00:00Z` };
}

const BEFORE: Entries = [
  ['moss', '2026-12-01'],
  ['fern', '2026-12-02'],
  ['reed', '2026-12-03'],
];
const AFTER: Entries = [
  ['moss', '2026-12-04'],
  ['reed', '2026-02-30'],
];

describe('an entry that becomes unreadable', () => {
  for (const [format, text] of Object.entries(FORMATS)) {
    it(`keeps its talk, unlike an entry that is gone, in ${format}`, async (t) => {
      const store = await storeOf(t);
      assert.ok((await importOptics(store, text(BEFORE))).ok);
      const report = await importOptics(store, text(AFTER), { sources: { gone: 'cancel' } });
      assert.equal(report.ok && report.skipped.length, 1);
      const expected = ['On fern 2026-12-02 cancelled', 'On moss 2026-12-04 published', 'On reed 2026-12-03 published'];
      assert.deepEqual(await shownTalks(store), expected);
      const again = await importOptics(store, text(AFTER), { sources: { gone: 'cancel' } });
      assert.equal(again.ok && again.counts.talk.changed, 0);
      assert.ok((await importOptics(store, text(BEFORE), { sources: { gone: 'cancel' } })).ok);
      assert.deepEqual(
        await shownTalks(store),
        BEFORE.map(([name, day]) => `On ${name} ${day} published`).sort(),
        'a readable entry updates its talk again',
      );
    });
  }

  it('protects every missing talk from removal if it has no UID', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const nameless = ['BEGIN:VEVENT', 'SUMMARY:On fern', 'DTSTART:20260230', 'END:VEVENT'].join('\r\n');
    const report = await importOptics(store, calendar(on('moss', '20261203'), nameless), {
      sources: { gone: 'remove' },
    });
    assert.deepEqual(
      report.sources.flatMap(({ gone }) => gone.map(({ title, fate }) => [title, fate])),
      [['On fern', 'unsure']],
    );
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-03 published']);
  });

  it('keeps the slugs of all rows with the same title', async (t) => {
    const store = await storeOf(t);
    const table = (...days: readonly string[]): string =>
      ['title,start', ...days.map((day) => `Tea,${day}`), ''].join('\n');
    await importOptics(store, table('2026-12-01', '2026-12-08'));
    const slugs = new Set((await talksIn(store)).map(({ slug }) => slug));
    const report = await importOptics(store, table('2026-12-01', '2026-02-30'), { sources: { gone: 'remove' } });
    assert.equal(report.ok && report.counts.talk.unchanged, 1);
    assert.deepEqual(new Set((await talksIn(store)).map(({ slug }) => slug)), slugs);
  });

  it('keeps the moved occurrence that it described', async (t) => {
    const store = await storeOf(t);
    const weekly = on('moss', '20261201', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = (day: string): string => on('moss', day, 'RECURRENCE-ID:20261208T170000Z');
    await importOptics(store, calendar(weekly, moved('20261209')));
    const shown = await shownTalks(store);
    await importOptics(store, calendar(weekly, moved('20260230')), { sources: { gone: 'cancel' } });
    assert.deepEqual(await shownTalks(store), shown);
  });
});

describe('a partly readable entry', () => {
  it('keeps all occurrences and updates only the first if its recurrence rule is unsupported', async (t) => {
    const store = await storeOf(t);
    const tea = (...lines: readonly string[]): string =>
      calendar(on('tea', '20261201', ...lines), on('fern', '20261202'));
    await importOptics(store, tea('RRULE:FREQ=WEEKLY;COUNT=3'));
    const broken = tea('RRULE:FREQ=HOURLY', 'DTEND:20261201T180000Z');
    const report = await importOptics(store, broken, { sources: { gone: 'cancel' } });
    assert.deepEqual(report.ok && report.mended.map(({ line, what }) => [line, what]), [
      [7, 'Unsupported recurrence rule: "FREQ=HOURLY". Only its first time is imported. (In tea.)'],
    ]);
    assert.deepEqual(
      (await talksIn(store)).map(({ start, end, status }) => [start, end.slice(11, 13), status]).sort(),
      [
        ['2026-12-01T17:00:00Z', '18', 'published'],
        ['2026-12-02T17:00:00Z', '17', 'published'],
        ['2026-12-08T17:00:00Z', '17', 'published'],
        ['2026-12-15T17:00:00Z', '17', 'published'],
      ],
    );
  });

  const ENDS: Readonly<Record<string, string>> = {
    'a calendar': calendar(on('moss', '20261201', 'DTEND:20261130T170000Z')),
    'a table': 'title,start,end\nOn moss,2026-12-01 17:00,2026-11-30 17:00\n',
    'Eventbrite JSON': JSON.stringify({
      events: [
        { resource_uri: API, id: '1', name: { text: 'On moss' }, start: utc('2026-12-01'), end: utc('2026-11-30') },
      ],
    }),
  };
  for (const [format, text] of Object.entries(ENDS)) {
    it(`gets its start as its end if it ends before it starts, in ${format}`, async (t) => {
      const store = await storeOf(t);
      const report = await importOptics(store, text);
      assert.deepEqual(report.ok && report.mended.map(({ code, where }) => [code, where]), [
        ['ends-before-start', 'end'],
      ]);
      assert.deepEqual(
        (await talksIn(store)).map(({ start, end }) => [start, end]),
        [['2026-12-01T17:00:00Z', '2026-12-01T17:00:00Z']],
      );
    });
  }

  it('lasts one day if it is all-day and ends too early, with one problem for all occurrences', async (t) => {
    const store = await storeOf(t);
    const lines = [
      'SUMMARY:On moss',
      'DTSTART;VALUE=DATE:20260602',
      'DTEND;VALUE=DATE:20260601',
      'RRULE:FREQ=DAILY;COUNT=2',
    ];
    const report = await importOptics(store, calendar(['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'].join('\r\n')));
    assert.equal(report.ok && report.mended.length, 1);
    assert.deepEqual((await talksIn(store)).map(({ start, end }) => [start, end]).sort(), [
      ['2026-06-02T00:00:00Z', '2026-06-03T00:00:00Z'],
      ['2026-06-03T00:00:00Z', '2026-06-04T00:00:00Z'],
    ]);
  });

  it('is published even if it has no title', async (t) => {
    const store = await storeOf(t);
    const untitled = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20261201T170000Z', 'END:VEVENT'].join('\r\n');
    const inputs = [inputOf(calendar(untitled)), inputOf('id,title,start\n2,,2026-12-02\n', 'talks.csv')];
    assert.ok((await importOptics(store, '', { inputs })).ok);
    assert.deepEqual(await shownTalks(store), [' 2026-12-01 published', ' 2026-12-02 published']);
  });
});
