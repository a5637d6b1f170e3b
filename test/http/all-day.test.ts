import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

/** Days as files from three time zones have them, around a change of clocks in London and in New York. */
const RECORDS = [
  talk(slugOf(1), '2027-10-30T23:00:00Z', { title: 'Of London', end: '2027-11-05T00:00:00Z', all_day: true }),
  talk(slugOf(2), '2027-10-31T04:00:00Z', { title: 'Of New York', end: '2027-11-05T04:00:00Z', all_day: true }),
  talk(slugOf(3), '2027-10-30T11:00:00Z', { title: 'Of Auckland', end: '2027-11-04T11:00:00Z', all_day: true }),
  talk(slugOf(4), '2027-10-31T00:30:00Z', { title: 'At night', end: '2027-10-31T01:00:00Z' }),
];

const SERVICES = {
  'Europe/London': { start: '2027-10-30T23:00:00Z', end: '2027-11-05T00:00:00Z', order: [1, 2, 3, 4] },
  'America/New_York': { start: '2027-10-31T04:00:00Z', end: '2027-11-05T04:00:00Z', order: [4, 1, 2, 3] },
} as const;

for (const [timeZone, { start, end, order }] of Object.entries(SERVICES)) {
  const server = testServer(RECORDS, { timeZone });
  const found = async (query: string): Promise<string[]> =>
    listAt(await server.read(`/api/talks/search?${query}`), '_embedded', 'talks').map((one) => textAt(one, 'slug'));

  describe(`an all-day talk in a service in ${timeZone}`, () => {
    it('begins and ends at its midnights in JSON, whatever the zone of the file was', async () => {
      for (const number of [1, 2, 3]) {
        const read = await server.read(`/api/talks/${slugOf(number)}`);
        const values = ['start', 'end', 'all_day', 'formatted_date', 'formatted_time'].map((name) =>
          valueAt(read, name),
        );
        assert.deepEqual(values, [start, end, true, '31 October 2027, 0:00', '00:00']);
      }
      assert.equal(valueAt(await server.read(`/api/talks/${slugOf(4)}`), 'all_day'), false);
    });

    it('is found on its first day, in the order of its midnight', async () => {
      const days = [1, 2, 3].map(slugOf);
      assert.deepEqual(await found('from=2027-10-30'), order.map(slugOf));
      const first = await found('from=2027-10-31&to=2027-10-31');
      assert.deepEqual(
        first.filter((slug) => days.includes(slug)),
        days,
      );
      assert.deepEqual(await found('from=2027-10-29&to=2027-10-30'), timeZone === 'Europe/London' ? [] : [slugOf(4)]);
      assert.deepEqual(await found('from=2027-11-01'), []);
      assert.deepEqual(await found('from=2027-11-04&ongoing=true'), days);
      assert.deepEqual(await found('from=2027-11-05&ongoing=true'), []);
    });
  });
}
