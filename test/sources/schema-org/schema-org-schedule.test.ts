import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { readSource } from '../../support/sources/read-source.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

type Members = Record<string, unknown>;

const EVENT: Members = { '@type': 'Event', '@id': 'https://example.org/moss#event', name: 'On moss' };

const SCHEDULE = {
  '@type': 'Schedule',
  startDate: '2026-10-19',
  startTime: '17:00',
  endTime: '18:00',
  scheduleTimezone: 'Europe/London',
};

function read(eventSchedule: unknown): Promise<ReadSource> {
  return readSource(readSchemaOrg, JSON.stringify({ ...EVENT, eventSchedule }));
}

describe('an event with a schedule', () => {
  const scheduled = async (...schedules: readonly Members[]): Promise<string[]> => {
    const eventSchedule = schedules.map((schedule) => ({ ...SCHEDULE, ...schedule }));
    const { talks, problems } = await read(eventSchedule);
    assert.deepEqual(problems, []);
    return talks.map(({ start }) => start.slice(0, 16));
  };
  const SCHEDULES: readonly (readonly [string, readonly Members[], readonly string[]])[] = [
    [
      'every other week on weekdays other than that of startDate',
      [{ repeatFrequency: 'P2W', byDay: ['https://schema.org/Wednesday', 'Friday'], endDate: '2026-11-08' }],
      ['2026-10-21T16:00', '2026-10-23T16:00', '2026-11-04T17:00', '2026-11-06T17:00'],
    ],
    [
      'as often as repeatCount says',
      [{ repeatFrequency: 'P1D', repeatCount: 2 }],
      ['2026-10-19T16:00', '2026-10-20T16:00'],
    ],
    [
      'every month on the second Monday',
      [{ repeatFrequency: 'P1M', byDay: '2MO', repeatCount: 2 }],
      ['2026-11-09T17:00', '2026-12-14T17:00'],
    ],
    [
      'on days of the month, except on exceptDate',
      [{ repeatFrequency: 'Monthly', byMonthDay: [1, 15], endDate: '2026-12-10', exceptDate: '2026-11-15' }],
      ['2026-11-01T17:00', '2026-12-01T17:00'],
    ],
    [
      'once for each distinct schedule',
      [
        { repeatFrequency: 'P1D', repeatCount: 1 },
        { repeatFrequency: 'P1D', repeatCount: 1, startTime: '10:00' },
        { repeatFrequency: 'P1D', repeatCount: 1 },
      ],
      ['2026-10-19T09:00', '2026-10-19T16:00'],
    ],
  ];
  for (const [name, schedules, expected] of SCHEDULES) {
    it(`takes place ${name}`, async () => {
      assert.deepEqual(await scheduled(...schedules), expected);
    });
  }

  it('yields talks with the start in the key, an end and a time zone', async () => {
    const eventSchedule = { ...SCHEDULE, repeatFrequency: 'P1W', repeatCount: 1 };
    const {
      talks: [talk],
    } = await read(eventSchedule);
    assert.deepEqual(
      [talk?.key, talk?.end, talk?.clock, talk?.zone],
      ['https://example.org/moss#event/20261019T160000Z', '2026-10-19T17:00:00Z', 'zone', 'Europe/London'],
    );
  });

  const WRONG: readonly (readonly [Members, string])[] = [
    [{ startDate: undefined }, '1 eventSchedule: Its schedule has no startDate.'],
    [{ scheduleTimezone: 'Mars' }, '1 scheduleTimezone: Unknown time zone "Mars".'],
    [{ startTime: '25:00' }, '1 startTime: "25:00" is not a valid time of day.'],
    [{ startTime: '10:00Z' }, '1 startTime: "10:00Z" has an offset, but a schedule needs local times.'],
  ];
  for (const [more, expected] of WRONG) {
    it(`is refused with ${JSON.stringify(more)}`, async () => {
      const eventSchedule = { ...SCHEDULE, repeatFrequency: 'P1D', ...more };
      const { problems } = await read(eventSchedule);
      assert.deepEqual(
        problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
        [expected],
      );
    });
  }

  const ONCE: readonly (readonly [Members, string, string])[] = [
    [{ repeatFrequency: 'PT1H' }, 'Unsupported recurrence rule: "FREQ=PT1H".', '20261019T160000Z'],
    [{ startDate: '1900-01-01' }, 'It repeats more than 10000 times.', '19000101T170000Z'],
    [
      { startDate: '0001-01-01', byMonth: 2, byMonthDay: 30 },
      'Working out when it repeats exceeds the limit for a file.',
      '00010101T170000Z',
    ],
  ];
  for (const [more, expected, first] of ONCE) {
    it(`takes place once with ${JSON.stringify(more)}`, async () => {
      const { talks, problems } = await read({ ...SCHEDULE, repeatFrequency: 'P1D', ...more });
      assert.deepEqual(
        problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
        [`1 eventSchedule: ${expected} Only its first time is imported.`],
      );
      assert.deepEqual(
        talks.map(({ key }) => key),
        [`https://example.org/moss#event/${first}`],
      );
    });
  }
});
