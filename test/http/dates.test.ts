import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import type { HttpAnswer } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { startTestServer, testServer, type AskableServer } from '../support/http/server.ts';
import { collection, series, slugOf, talk } from '../support/catalogue/wire-records.ts';

const SERIES = slugOf(0xaaaa);
const COLLECTION = slugOf(0xbbbb);

/** Talks that start at these moments, in one series and one collection. */
function startingAt(moments: readonly string[]) {
  const talks = moments.map((start, n) => talk(slugOf(n), start, { series: SERIES }));
  return [series(SERIES), collection(COLLECTION, { series: [SERIES] }), ...talks];
}

async function startsAt(server: AskableServer, path: string): Promise<readonly string[]> {
  return listAt(await server.read(path), '_embedded', 'talks').map((one) => textAt(one, 'start'));
}

/** Requests one window from a search on both paths, a series and a collection, which must agree. */
async function inWindow(server: AskableServer, query: string): Promise<readonly string[]> {
  const found = await startsAt(server, `/api/talks/search?${query}`);
  for (const path of ['/api/events/search', `/api/series/${SERIES}`, `/api/collections/id/${COLLECTION}`])
    assert.deepEqual(await startsAt(server, `${path}?${query}`), found, path);
  return found;
}

const EDGES = [
  '2024-12-31T23:59:59Z',
  '2025-01-01T00:00:00Z',
  '2025-03-29T23:59:59Z',
  '2025-03-30T00:00:00Z',
  '2025-03-30T22:59:59Z',
  '2025-03-30T23:00:00Z',
  '2025-10-25T22:59:59Z',
  '2025-10-25T23:00:00Z',
  '2025-10-26T23:59:59Z',
  '2025-10-27T00:00:00Z',
  '2025-12-31T23:59:59Z',
  '2026-01-01T00:00:00Z',
  '2026-06-29T22:59:59Z',
  '2026-06-29T23:00:00Z',
  '2026-06-30T22:59:59Z',
  '2026-06-30T23:00:00Z',
  '2026-07-01T22:59:59Z',
  '2026-07-01T23:00:00Z',
  '2026-07-02T22:59:59Z',
  '2026-07-02T23:00:00Z',
];

function from(start: string, end?: string): readonly string[] {
  return EDGES.filter((moment) => moment >= start && (end === undefined || moment < end));
}

const london = testServer(startingAt(EDGES), { defaultCount: 100 });

describe('when it is half past midnight in London', () => {
  // London has summer time, so that its clocks show 00:30 on the next day.
  before(() => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-06-30T23:30:00Z') });
  });
  after(() => {
    mock.timers.reset();
  });

  describe('a window of days in London time', () => {
    for (const [what, query, expected] of [
      ['begins at 00:00 UTC in winter', 'from=2025-01-01', from('2025-01-01T00:00:00Z')],
      ['ends at the end of its last day', 'from=2024-01-01&to=2024-12-31', ['2024-12-31T23:59:59Z']],
      [
        'has 23 hours on the day when summer time begins',
        'from=2025-03-30&to=2025-03-30',
        from('2025-03-30T00:00:00Z', '2025-03-30T23:00:00Z'),
      ],
      [
        'has 25 hours on the day when summer time ends',
        'from=2025-10-26&to=2025-10-26',
        from('2025-10-25T23:00:00Z', '2025-10-27T00:00:00Z'),
      ],
      [
        'begins at 23:00 UTC in summer',
        'from=2026-06-30&to=2026-06-30',
        from('2026-06-29T23:00:00Z', '2026-06-30T23:00:00Z'),
      ],
      ['crosses the end of a year', 'from=2025-12-31&to=2026-01-01', ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z']],
      [
        'is the first day alone with plus0',
        'from=2025-03-30&to=plus0',
        from('2025-03-30T00:00:00Z', '2025-03-30T23:00:00Z'),
      ],
      ['is two days with plus1', 'from=2025-03-29&to=plus1', from('2025-03-29T00:00:00Z', '2025-03-30T23:00:00Z')],
      [
        'counts days with plus<n>, not hours',
        'from=2025-03-30&to=plus210',
        from('2025-03-30T00:00:00Z', '2025-10-27T00:00:00Z'),
      ],
      ['accepts plus36500', 'from=1970-01-01&to=plus36500', EDGES],
      [
        'accepts leading zeros in plus000',
        'from=2025-03-30&to=plus000',
        from('2025-03-30T00:00:00Z', '2025-03-30T23:00:00Z'),
      ],
      ['begins today by London time', 'from=today', from('2026-06-30T23:00:00Z')],
      ['begins tomorrow', 'from=tomorrow', from('2026-07-01T23:00:00Z')],
      ['covers today alone', 'from=today&to=today', from('2026-06-30T23:00:00Z', '2026-07-01T23:00:00Z')],
      ['covers today and tomorrow', 'from=today&to=tomorrow', from('2026-06-30T23:00:00Z', '2026-07-02T23:00:00Z')],
      [
        'covers today and tomorrow with plus1',
        'from=today&to=plus1',
        from('2026-06-30T23:00:00Z', '2026-07-02T23:00:00Z'),
      ],
      ['covers tomorrow and the day after with plus1', 'from=tomorrow&to=plus1', from('2026-07-01T23:00:00Z')],
      ['ends today', 'from=2026-06-30&to=today', from('2026-06-29T23:00:00Z', '2026-07-01T23:00:00Z')],
      ['accepts dd/mm/yy', 'from=30/03/25&to=30/03/25', from('2025-03-30T00:00:00Z', '2025-03-30T23:00:00Z')],
      [
        'accepts dd/mm/yyyy with encoded slashes',
        'from=30%2F03%2F2025&to=30%2F03%2F2025',
        from('2025-03-30T00:00:00Z', '2025-03-30T23:00:00Z'),
      ],
      ['reads the year 68 as 2068', 'from=01/01/68', []],
      ['reads the year 69 as 1969', 'from=01/01/69', EDGES],
      ['begins on a leap day', 'from=2024-02-29', EDGES],
      ['is empty if from is after to', 'from=2026-01-01&to=2025-01-01', []],
      ['begins on 0000-01-01, the first valid date', 'from=0000-01-01', EDGES],
      ['ends on 9999-12-31, the last valid date', 'from=2026-07-02&to=9999-12-31', from('2026-07-01T23:00:00Z')],
      ['is empty from 9999-12-31', 'from=9999-12-31', []],
    ] as const) {
      it(what, async () => {
        assert.deepEqual(await inWindow(london, query), expected);
      });
    }

    it('counts plus<n> from today for a series or collection without from', async () => {
      for (const path of [`/api/series/${SERIES}`, `/api/collections/id/${COLLECTION}`]) {
        assert.deepEqual(await startsAt(london, `${path}?to=plus0`), from('', '2026-07-01T23:00:00Z'));
        assert.deepEqual(await startsAt(london, `${path}?to=plus1`), from('', '2026-07-02T23:00:00Z'));
        assert.deepEqual(await startsAt(london, path), EDGES);
      }
    });
  });

  function firstLink({ headers }: HttpAnswer): string | undefined {
    return headers.link?.split(', ')[0];
  }

  describe('a deprecated date format', () => {
    const LISTINGS = [
      '/api/talks/search',
      '/api/events/search',
      `/api/series/${SERIES}`,
      `/api/collections/id/${COLLECTION}`,
    ];

    it('gets a Deprecation header, also for HEAD and in a 304, and a link to its documentation', async () => {
      for (const path of LISTINGS) {
        for (const query of ['from=30/03/25', 'from=2025-01-01&to=30/03/2025']) {
          const answer = await london.ask(`${path}?${query}`);
          const expected = ['@1451606400', '<https://talks.example.org/docs/api#searchTalks>; rel="deprecation"'];
          assert.deepEqual([answer.headers.deprecation, firstLink(answer)], expected);
          const head = await london.ask(`${path}?${query}`, { method: 'HEAD' });
          assert.deepEqual([head.headers.deprecation, firstLink(head)], expected);
          const headers = { 'if-none-match': answer.headers.etag ?? '' };
          const unchanged = await london.ask(`${path}?${query}`, { headers });
          assert.deepEqual([unchanged.status, unchanged.headers.deprecation], [304, '@1451606400']);
        }
      }
    });

    it('is dd/mm/yy only: current formats get no Deprecation header', async () => {
      for (const path of LISTINGS) {
        for (const query of ['from=2025-03-30&to=plus7', 'from=today&to=tomorrow']) {
          const answer = await london.ask(`${path}?${query}`);
          assert.equal(answer.headers.deprecation, undefined);
          assert.ok(!firstLink(answer)?.includes('deprecation'));
        }
      }
    });

    it('is linked to an anchor that exists in /docs/api', async () => {
      const page = await london.ask('/docs/api');
      assert.match(page.body.toString(), /id="searchTalks"/);
    });
  });

  describe('another time zone', () => {
    it('determines the bounds of days and the formatted times', async (t) => {
      // In São Paulo on 4 November 2018 the clocks jumped from 00:00 to 01:00: that day began at 03:00 UTC, not 02:00.
      const moments = ['2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z', '2018-11-05T01:59:59Z', '2018-11-05T02:00:00Z'];
      const server = await startTestServer(startingAt(moments), { timeZone: 'America/Sao_Paulo' });
      t.after(() => server.close());
      assert.deepEqual(await inWindow(server, 'from=2018-11-04&to=2018-11-04'), moments.slice(1, 3));
      assert.deepEqual(await inWindow(server, 'from=2018-11-03&to=2018-11-03'), moments.slice(0, 1));
      const talks = listAt(await server.read('/api/talks/search?from=2018-01-01'), '_embedded', 'talks');
      assert.deepEqual(
        talks.map((one) => [textAt(one, 'formatted_date'), textAt(one, 'formatted_time'), textAt(one, 'timezone')]),
        [
          ['3 November 2018, 23:59', '23:59', 'America/Sao_Paulo'],
          ['4 November 2018, 1:00', '01:00', 'America/Sao_Paulo'],
          ['4 November 2018, 23:59', '23:59', 'America/Sao_Paulo'],
          ['5 November 2018, 0:00', '00:00', 'America/Sao_Paulo'],
        ],
      );
    });
  });

  // Runs last because it moves the clock.
  describe('a response that depends on the day', () => {
    it('is cached until midnight in London and no longer', async () => {
      const paths = ['/api/talks/search?from=today&to=today', `/api/series/${SERIES}?from=today&to=plus0`];
      const ask = async (): Promise<readonly (readonly string[])[]> => [
        await startsAt(london, paths[0] ?? ''),
        await startsAt(london, paths[1] ?? ''),
      ];
      const today = from('2026-06-30T23:00:00Z', '2026-07-01T23:00:00Z');
      const tomorrow = from('2026-07-01T23:00:00Z', '2026-07-02T23:00:00Z');
      mock.timers.setTime(Date.parse('2026-07-01T22:59:59.999Z'));
      for (let time = 0; time < 4; time += 1) assert.deepEqual(await ask(), [today, today]);
      mock.timers.setTime(Date.parse('2026-07-01T23:00:00Z'));
      for (let time = 0; time < 4; time += 1) assert.deepEqual(await ask(), [tomorrow, tomorrow]);
    });
  });

  describe('the Cache-Control header of a search from today', () => {
    const cacheControl = async (now: string, query: string): Promise<unknown> => {
      mock.timers.setTime(Date.parse(now));
      const answers = [];
      // The second response may come from the response cache.
      for (let i = 0; i < 2; i += 1) answers.push(await london.ask(`/api/talks/search?${query}`));
      const [first, second] = answers.map(({ headers }) => headers['cache-control']);
      assert.equal(second, first);
      return first;
    };
    const USUAL = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400';

    it('is the default while midnight is at least eleven minutes away', async () => {
      assert.equal(await cacheControl('2026-07-01T22:48:59Z', 'from=today'), USUAL);
    });

    it('limits fresh and stale use to the rest of the day', async () => {
      for (const [now, fresh, stale] of [
        ['2026-07-01T22:50:00Z', 60, 540],
        ['2026-07-01T22:59:01Z', 59, 0],
        ['2026-07-01T22:59:59.500Z', 0, 0],
      ] as const) {
        const ending = `public, max-age=${String(fresh)}, stale-while-revalidate=${String(stale)}, stale-if-error=86400`;
        assert.equal(await cacheControl(now, 'from=today'), ending, now);
      }
      assert.equal(await cacheControl('2026-07-01T23:00:00Z', 'from=today'), USUAL);
    });

    it('is the default at any time of day if the search starts on a fixed date', async () => {
      assert.equal(await cacheControl('2026-07-01T22:59:59Z', 'from=2026-07-01'), USUAL);
    });
  });
});
