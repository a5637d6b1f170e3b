import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it, mock } from 'node:test';
import { Catalogue } from '#replica/catalogue.ts';
import { series, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';

const SERIES = slugOf(50);

const server = testServer([
  series(SERIES, { title: 'Bogs' }),
  talk(slugOf(1), '2041-03-05T10:00:00Z', { title: 'On the fifth', series: SERIES }),
  talk(slugOf(2), '2041-03-06T10:00:00Z', { title: 'On the sixth', series: SERIES }),
]);

const EVENING = Date.parse('2041-03-05T12:00:00Z');
const MIDNIGHT = Date.parse('2041-03-06T00:00:00Z');
const MORNING = Date.parse('2041-03-06T09:00:00Z');

/** The next read of the catalogue ends after midnight. */
function midnightComesNext(): void {
  const read: (...args: Parameters<Catalogue['read']>) => unknown = Reflect.get(Catalogue.prototype, 'read');
  mock.method(Catalogue.prototype, 'read', function (this: Catalogue, ...args: Parameters<Catalogue['read']>) {
    const found = read.apply(this, args);
    mock.timers.setTime(MIDNIGHT);
    return found;
  });
}

describe('a response that is being made at midnight', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: EVENING }));
  afterEach(() => mock.restoreAll());
  after(() => mock.timers.reset());

  const TALKS = [['On the fifth'], ['On the sixth']] as const;
  for (const [what, path, [inTheEvening, inTheMorning]] of [
    ['a search', '/api/talks/search?from=today&to=today', TALKS],
    ['a list', `/api/series/${SERIES}?from=today&to=today`, TALKS],
    ['a calendar', '/api/talks/search.ics?from=today&to=today', TALKS],
    ['a list of names', '/api/series', [['"upcoming":2'], ['"upcoming":1']]],
  ] as const) {
    it(`is not sent the next morning: ${what}`, async () => {
      const ask = async (): Promise<string[]> => [
        ...new Set(textOf(await server.ask(path)).match(/On the \w+|"upcoming":\d+/g)),
      ];
      mock.timers.setTime(EVENING);
      assert.deepEqual(await ask(), inTheEvening);
      midnightComesNext();
      assert.deepEqual(await ask(), inTheEvening);
      mock.restoreAll();
      mock.timers.setTime(MORNING);
      assert.deepEqual(await ask(), inTheMorning);
    });
  }
});

describe('the page for screens', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: EVENING }));
  after(() => mock.timers.reset());

  it('is not to be shown by caches after midnight, since it names every day but today', async () => {
    mock.timers.setTime(MIDNIGHT - 5_000);
    const { headers } = await server.ask('/display');
    assert.equal(headers['cache-control'], 'public, max-age=5, stale-while-revalidate=0, stale-if-error=86400');
  });
});
