import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import { aCalendar } from '../../support/sources/a-calendar.ts';
import { READ_OPTIONS, readSource } from '../../support/sources/read-source.ts';
import { MOSS, event, problemsOf, talksOf, timesOf } from './read-calendar.ts';

describe('the times of a calendar event', () => {
  const at = (...lines: readonly string[]): string => aCalendar(event(...MOSS, ...lines));
  for (const except of ['EXDATE:20260720T170000Z', 'EXDATE;VALUE=DATE:20260720']) {
    it(`are removed by ${except} even without a recurrence rule`, async () => {
      assert.deepEqual(await timesOf(at('DTSTART:20260720T170000Z', except)), []);
      const other = at('DTSTART:20260721T170000Z', except);
      const [talk] = await talksOf(other);
      assert.deepEqual([talk?.start, talk?.uid], ['2026-07-21T17:00:00Z', 'moss@example.org']);
    });
  }

  const TIMES: readonly (readonly [string, string, string])[] = [
    [
      'are read in the zone of their TZID',
      at('DTSTART;TZID=Europe/Paris:20260720T170000', 'DTEND;TZID=Europe/Paris:20260720T180000'),
      '2026-07-20T15:00:00Z 2026-07-20T16:00:00Z',
    ],
    [
      'are read in the given zone if they have none',
      at('DTSTART:20260720T170000', 'DURATION:PT1H30M'),
      '2026-07-20T16:00:00Z 2026-07-20T17:30:00Z',
    ],
    [
      'are read in X-WR-TIMEZONE if they have no zone',
      aCalendar('X-WR-TIMEZONE:America/New_York', event(...MOSS, 'DTSTART:20260720T170000')),
      '2026-07-20T21:00:00Z 2026-07-20T21:00:00Z',
    ],
    [
      'end at the start if the event has no end or duration',
      at('DTSTART:20260720T170000Z'),
      '2026-07-20T17:00:00Z 2026-07-20T17:00:00Z',
    ],
    [
      'are days, as midnights in UTC, if they are dates',
      at('DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330'),
      '2026-03-28T00:00:00Z 2026-03-30T00:00:00Z',
    ],
    [
      'are one day for a date without an end',
      at('DTSTART;VALUE=DATE:20260720'),
      '2026-07-20T00:00:00Z 2026-07-21T00:00:00Z',
    ],
    [
      'are one day for a date that is also the end',
      at('DTSTART;VALUE=DATE:20260720', 'DTEND;VALUE=DATE:20260720'),
      '2026-07-20T00:00:00Z 2026-07-21T00:00:00Z',
    ],
    [
      'are days for dates with an unknown TZID',
      at('DTSTART;VALUE=DATE;TZID=Nowhere/Never:20260720'),
      '2026-07-20T00:00:00Z 2026-07-21T00:00:00Z',
    ],
    [
      'are moved forward if the clock skips them',
      at('DTSTART;TZID=Europe/London:20260329T013000'),
      '2026-03-29T01:30:00Z 2026-03-29T01:30:00Z',
    ],
    [
      'are the first of two if the clock shows them twice',
      at('DTSTART;TZID=Europe/London:20261025T013000'),
      '2026-10-25T00:30:00Z 2026-10-25T00:30:00Z',
    ],
  ];
  for (const [name, text, expected] of TIMES) {
    it(name, async () => {
      assert.deepEqual(await timesOf(text), [expected]);
    });
  }

  const ZONES: readonly (readonly [string, string])[] = [
    ['W. Europe Standard Time', '16'],
    ['"Eastern Standard Time"', '22'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', '22'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', '16'],
    ['"(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London"', '17'],
    ['/citadel.org/20210210_1/America/New_York', '22'],
    ['/freeassociation.sourceforge.net/Europe/London', '17'],
    ['America/Argentina/Buenos_Aires', '21'],
    ['Germany/Berlin', '16'],
    ['UTC', '18'],
    ['GMT+0100', '17'],
    ['"UTC-5"', '23'],
  ];
  for (const [zone, hour] of ZONES) {
    it(`are read in ${zone}`, async () => {
      const [expected] = await timesOf(at(`DTSTART;TZID=${zone}:20260720T180000`));
      assert.equal(expected?.slice(0, 14), `2026-07-20T${hour}:`);
    });
  }

  /** An invented zone: seven and a half hours ahead of UTC, and eight in summer. */
  const ZONE = [
    'BEGIN:VTIMEZONE',
    'TZID:Customised time zone',
    'BEGIN:STANDARD',
    'DTSTART:16011028T030000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    'TZOFFSETFROM:+0800',
    'TZOFFSETTO:+0730',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010325T020000',
    'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    'TZOFFSETFROM:+0730',
    'TZOFFSETTO:+0800',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  it('are read in summer time if the calendar defines it for EST, even after it names that as its own zone', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:EST'];
    for (const [name, begin, from, to] of [
      ['STANDARD', '20071104T020000', '-0400', '-0500'],
      ['DAYLIGHT', '20070311T020000', '-0500', '-0400'],
    ] as const) {
      const rule = `RRULE:FREQ=YEARLY;BYDAY=${name === 'STANDARD' ? '1SU;BYMONTH=11' : '2SU;BYMONTH=3'}`;
      const offsets = [`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`];
      zone.push(`BEGIN:${name}`, `DTSTART:${begin}`, rule, ...offsets, `END:${name}`);
    }
    zone.push('END:VTIMEZONE');
    const july = event(...MOSS, 'DTSTART;TZID=EST:20260720T120000');
    for (const before of [[], ['X-WR-TIMEZONE:EST']]) {
      assert.deepEqual(await timesOf(aCalendar(...before, ...zone, july)), [
        '2026-07-20T16:00:00Z 2026-07-20T16:00:00Z',
      ]);
    }
    assert.deepEqual(await timesOf(aCalendar(july)), ['2026-07-20T17:00:00Z 2026-07-20T17:00:00Z']);
  });

  it('are read in a VTIMEZONE of the calendar, whether it stands before or after the event', async () => {
    const events = [
      event('UID:1', 'SUMMARY:A', 'DTSTART;TZID=Customised time zone:20260120T120000'),
      event('UID:2', 'SUMMARY:B', 'DTSTART;TZID=Customised time zone:20260720T120000'),
    ];
    const expected = ['2026-01-20T04:30:00Z 2026-01-20T04:30:00Z', '2026-07-20T04:00:00Z 2026-07-20T04:00:00Z'];
    assert.deepEqual(await timesOf(aCalendar(...ZONE, ...events)), expected);
    assert.deepEqual(await timesOf(aCalendar(...events, ...ZONE)), expected);
  });

  it('are rejected if their TZID is unknown', async () => {
    assert.deepEqual(await problemsOf(at('DTSTART;TZID=Nowhere/Never:20260720T120000')), [
      '3 TZID: Unknown time zone "Nowhere/Never".',
    ]);
  });
});

describe('a recurring event', () => {
  const weekly = (...lines: readonly string[]): string =>
    event(
      ...MOSS,
      'DTSTART;TZID=Europe/London:20261020T170000',
      'DTEND;TZID=Europe/London:20261020T180000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      ...lines,
    );
  const starts = async (text: string): Promise<string[]> =>
    (await talksOf(text)).map(({ start }) => start.slice(5, 16));

  it('keeps its local time when the clocks change, and has a key for each occurrence', async () => {
    const talks = await talksOf(aCalendar(weekly()));
    assert.deepEqual(
      talks.map(({ key, uid, start, end }) => [key, uid, start, end]),
      [
        ['moss@example.org/20261020T160000Z', '', '2026-10-20T16:00:00Z', '2026-10-20T17:00:00Z'],
        ['moss@example.org/20261027T170000Z', '', '2026-10-27T17:00:00Z', '2026-10-27T18:00:00Z'],
        ['moss@example.org/20261103T170000Z', '', '2026-11-03T17:00:00Z', '2026-11-03T18:00:00Z'],
      ],
    );
  });

  const EXCEPTIONS: readonly (readonly [string, string[], string[]])[] = [
    ['with a zone', ['EXDATE;TZID=Europe/London:20261027T170000'], ['10-20T16:00', '11-03T17:00']],
    ['in UTC', ['EXDATE:20261027T170000Z'], ['10-20T16:00', '11-03T17:00']],
    ['as dates', ['EXDATE;VALUE=DATE:20261027'], ['10-20T16:00', '11-03T17:00']],
    ['without a zone', ['EXDATE:20261027T170000'], ['10-20T16:00', '11-03T17:00']],
    ['in a list', ['EXDATE;TZID=Europe/London:20261020T170000,20261027T170000'], ['11-03T17:00']],
    ['that are empty', ['EXDATE;TZID=Europe/London:'], ['10-20T16:00', '10-27T17:00', '11-03T17:00']],
    ['by a rule', ['EXRULE:FREQ=WEEKLY;INTERVAL=2'], ['10-27T17:00']],
  ];
  for (const [name, lines, expected] of EXCEPTIONS) {
    it(`applies exceptions ${name}`, async () => {
      assert.deepEqual(await starts(aCalendar(weekly(...lines))), expected);
    });
  }

  it('includes the dates and periods of RDATE', async () => {
    const text = aCalendar(
      weekly('RDATE;TZID=Europe/London:20261224T170000', 'RDATE;VALUE=PERIOD:20261225T100000Z/PT3H'),
    );
    assert.deepEqual((await timesOf(text)).slice(3), [
      '2026-12-24T17:00:00Z 2026-12-24T18:00:00Z',
      '2026-12-25T10:00:00Z 2026-12-25T13:00:00Z',
    ]);
  });

  const changed = (recurrence: string, ...lines: readonly string[]): string =>
    event('UID:moss@example.org', recurrence, 'DTSTART:20261028T100000Z', 'DTEND:20261028T110000Z', ...lines);

  for (const recurrence of [
    'RECURRENCE-ID;TZID=Europe/London:20261027T170000',
    'RECURRENCE-ID:20261027T170000Z',
    'RECURRENCE-ID;VALUE=DATE:20261027',
    'RECURRENCE-ID:20261027T170000',
  ]) {
    it(`applies a change to one occurrence and keeps its key: ${recurrence}`, async () => {
      const other = changed(recurrence, 'SUMMARY:On ferns', 'STATUS:CANCELLED');
      for (const text of [aCalendar(weekly(), other), aCalendar(other, weekly())]) {
        const talks = await talksOf(text);
        assert.deepEqual(
          talks.map(({ key, start, title, status }) => [key.slice(17), start.slice(5, 16), title, status]),
          [
            ['20261020T160000Z', '10-20T16:00', 'On moss', 'published'],
            ['20261027T170000Z', '10-28T10:00', 'On ferns', 'cancelled'],
            ['20261103T170000Z', '11-03T17:00', 'On moss', 'published'],
          ],
        );
      }
    });
  }

  it('applies a THISANDFUTURE change to later occurrences', async () => {
    const other = changed('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20261027T170000', 'SUMMARY:On ferns');
    const talks = await talksOf(aCalendar(weekly(), other));
    assert.deepEqual(
      talks.map(({ key, start, end, title }) => [key.slice(17), start.slice(5, 16), end.slice(5, 16), title]),
      [
        ['20261020T160000Z', '10-20T16:00', '10-20T17:00', 'On moss'],
        ['20261027T170000Z', '10-28T10:00', '10-28T11:00', 'On ferns'],
        ['20261103T170000Z', '11-04T10:00', '11-04T11:00', 'On ferns'],
      ],
    );
  });

  it('applies the latest of many THISANDFUTURE changes, in any order', async () => {
    const days = Array.from({ length: 28 }, (_, day) => `202602${String(day + 1).padStart(2, '0')}T170000Z`);
    const daily = event(...MOSS, `DTSTART:${days[0] ?? ''}`, 'RRULE:FREQ=DAILY;COUNT=28');
    // Every third day, in an order that jumps to and fro.
    const changes = [9, 0, 6, 3, 8, 1, 7, 4, 2, 5].map((n) => {
      const day = days[3 * n] ?? '';
      const time = [`RECURRENCE-ID;RANGE=THISANDFUTURE:${day}`, `DTSTART:${day}`];
      return event('UID:moss@example.org', ...time, `SUMMARY:Change ${String(n)}`);
    });
    const talks = await talksOf(aCalendar(daily, ...changes));
    assert.deepEqual(
      talks.map(({ start, title }) => [start.slice(0, 10).replaceAll('-', ''), title]),
      days.map((day, n) => [day.slice(0, 8), `Change ${String(Math.floor(n / 3))}`]),
    );
  });

  it('yields a changed occurrence even if the calendar has no rule for it', async () => {
    const [talk] = await talksOf(aCalendar(changed('RECURRENCE-ID:20261027T170000Z', 'SUMMARY:On ferns')));
    assert.deepEqual([talk?.key, talk?.uid], ['moss@example.org/20261027T170000Z', '']);
  });

  it('recurs up to the horizon if it has no end, with a note', async () => {
    const endless = event(...MOSS, 'DTSTART:20261020T170000Z', 'RRULE:FREQ=MONTHLY');
    const { talks, notes } = await readSource(readIcalendar, aCalendar(endless), { horizon: '2027-01-01T00:00:00Z' });
    assert.deepEqual(
      talks.map(({ start }) => start.slice(0, 10)),
      ['2026-10-20', '2026-11-20', '2026-12-20'],
    );
    assert.ok(notes.includes('1 × repeating beyond 2027-01-01: later times come with later imports'), notes.join());
  });

  it('is imported once if it has more than 10000 occurrences', async () => {
    const often = event(...MOSS, 'DTSTART:19000101T170000Z', 'RRULE:FREQ=DAILY');
    assert.deepEqual(await problemsOf(aCalendar(often)), [
      '3 RRULE: It repeats more than 10000 times. Only its first time is imported.',
    ]);
    assert.deepEqual(
      (await readSource(readIcalendar, aCalendar(often))).talks.map(({ key, start }) => [key, start]),
      [['moss@example.org/19000101T170000Z', '1900-01-01T17:00:00Z']],
    );
  });

  it('becomes talks before the events after it do', async () => {
    const daily = (uid: string): string =>
      event(`UID:${uid}`, 'SUMMARY:On moss', 'DTSTART:20261020T170000Z', 'RRULE:FREQ=DAILY;COUNT=300');
    const chunks = Readable.from([Buffer.from(aCalendar(daily('a'), daily('b')))]);
    const given: (string | number)[] = [];
    const options: ReadOptions = { ...READ_OPTIONS, speakersInText: 'ignore' };
    for await (const { talks, notes = [] } of readIcalendar({ name: 'x', address: '', chunks }, options)) {
      if (talks.length > 0) given.push(`${talks[0]?.key[0] ?? ''} × ${talks.length}`);
      for (const { what, count } of notes) if (what === 'repeating') given.push(count);
    }
    assert.deepEqual(given, ['a × 200', 'a × 100', 1, 'b × 200', 'b × 100', 1]);
  });
});
