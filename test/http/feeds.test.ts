import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { formatsFor, type FeedFormat, type WholeFeedFormat } from '#representations/negotiation/formats.ts';
import { linkHeader } from '../support/http/alternates.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { readFeed } from '../support/render/read-feed.ts';
import { startTestServer, universityServer } from '../support/http/server.ts';
import { ADA, BARE, GARDEN, MOSS_TOPIC, NOBODY, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const server = universityServer();

const MOSS = `uri=${encodeURIComponent(MOSS_TOPIC)}`;
const RICH_TITLE = 'Moss "in the dark": β < γ & 日本語?';

/** Addresses of every kind of feed: path, query, kind, title and talks. */
const ADDRESSES = [
  ['/api/talks/search', '', 'search', 'Talks', [BARE, RICH, slugOf(2), slugOf(3)]],
  ['/api/talks/search', 'q=moss%20nunez&order=relevance', 'search', 'Talks with “moss nunez”', [RICH]],
  ['/api/events/search', `from=2015-01-01&speaker=${ADA}`, 'search', 'Talks by Ada Núñez', [RICH]],
  [`/api/series/${PLANTS}`, '', 'series', 'Plants & people', [RICH]],
  [`/api/collections/id/${GARDEN}`, '', 'collection', 'Garden talks', [BARE, RICH, slugOf(2)]],
  [`/api/person/${ADA}`, '', 'person', 'Talks by Ada Núñez', [RICH]],
  ['/api/departments/place:2000', '', 'department', 'University', [RICH, slugOf(2), slugOf(3)]],
  ['/api/venues/place:1000', 'from=2015-01-01', 'venue', 'Garden Site', [slugOf(1), RICH]],
  ['/api/topics', MOSS, 'topic', 'Talks on Moss', [RICH]],
  [`/api/talks/${RICH}`, '', 'talk', RICH_TITLE, [RICH]],
] as const;

function feedsOf(kind: (typeof ADDRESSES)[number][2]): (FeedFormat | WholeFeedFormat)[] {
  return formatsFor(kind).filter((format) => format.kind !== 'representation');
}

function withQuery(path: string, ...parts: readonly string[]): string {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
}

describe('in June 2016', () => {
  // Half a year after the last talk of the university and more than a year after the first ones.
  before(() => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2016-06-15T12:00:00Z') });
  });
  after(() => {
    mock.timers.reset();
  });

  describe('every format at every address', () => {
    for (const [path, usual, kind, title, slugs] of ADDRESSES) {
      for (const { suffix, names, mediaTypes, use } of feedsOf(kind)) {
        const isPast = use === 'news' && kind !== 'talk' && !usual.includes('from=');
        const query = isPast ? ['from=2015-06-16', usual].filter((part) => part !== '').join('&') : usual;
        const address = withQuery(path + (suffix ?? ''), query);
        it(`is the same by suffix, format and Accept and is read by independent parsers: ${address}`, async () => {
          const answer = await server.ask(address);
          const [{ contentType, name }] = mediaTypes;
          assert.deepEqual([answer.status, answer.headers['content-type']], [200, contentType]);
          const others = [
            await server.ask(address, { headers: { accept: 'application/xml' } }),
            await server.ask(withQuery(path, query, `format=${names[0] ?? ''}`)),
            await server.ask(withQuery(path, query), { headers: { accept: name } }),
            await server.ask(withQuery(`${path + (suffix ?? '')}/`, query)),
          ];
          for (const other of others) {
            assert.deepEqual(other.body.toString(), answer.body.toString());
            assert.equal(other.headers.etag, answer.headers.etag);
          }
          const read = readFeed(suffix ?? '', answer);
          if (read.title !== null) assert.equal(read.title, title);
          assert.deepEqual(
            read.talks.map(({ id }) => slugs.find((slug) => id.includes(slug)) ?? id).toSorted(),
            slugs.toSorted(),
          );
        });

        it(`supports If-None-Match, HEAD and gzip: ${address}`, async () => {
          const { headers, body } = await server.ask(address);
          const unchanged = await server.ask(address, { headers: { 'if-none-match': headers.etag ?? '' } });
          assert.deepEqual([unchanged.status, unchanged.headers.etag], [304, headers.etag]);
          for (let time = 0; time < 2; time += 1) assert.deepEqual((await server.ask(address)).body, body);
          const head = await server.ask(address, { method: 'HEAD' });
          assert.deepEqual([head.status, head.headers['content-length']], [200, String(body.length)]);
          const zipped = await server.ask(address, { headers: { 'accept-encoding': 'gzip' } });
          assert.equal(textOf(zipped), body.toString());
        });
      }
    }
  });

  describe('two servers of one store', () => {
    it('return the same bytes and ETags, whatever was requested before, and whenever they began', async (t) => {
      const { database } = await server.started();
      const cacheFolder = await temporaryFolder(t);
      const other = await startTestServer([], { cacheFolder }, { ...database, remove: async () => undefined });
      t.after(() => other.close());
      for (const [path, query, kind] of ADDRESSES.toReversed()) {
        for (const { suffix } of feedsOf(kind)) {
          const address = withQuery(path + (suffix ?? ''), query);
          const [one, two] = [await server.ask(address), await other.ask(address)];
          assert.equal(two.body.toString(), one.body.toString(), address);
          assert.equal(two.headers.etag, one.headers.etag, address);
        }
      }
    });
  });

  describe('a feed', () => {
    async function titlesAt(path: string): Promise<readonly string[]> {
      const suffix = /\.[a-z.]+/.exec(path)?.[0] ?? '';
      return readFeed(suffix, await server.ask(path)).talks.map(({ title }) => title);
    }

    it('marks a cancelled talk in its title by default and follows the cancelled parameter', async () => {
      const path = `/api/series/${PLANTS}.feed.json?from=2015-01-01`;
      const cancelled = `Cancelled: ${RICH_TITLE}`;
      assert.deepEqual(await titlesAt(path), ['In winter', cancelled]);
      assert.deepEqual(await titlesAt(`${path}&cancelled=title`), ['In winter', cancelled]);
      assert.deepEqual(await titlesAt(`${path}&cancelled=status`), ['In winter', RICH_TITLE]);
      assert.deepEqual(await titlesAt(`${path}&cancelled=omit`), ['In winter']);
      assert.deepEqual(await titlesAt(`${path}&cancelled=only`), [cancelled]);
      assert.deepEqual(await titlesAt(`/api/talks/${RICH}.feed.json?cancelled=omit`), []);
      assert.deepEqual(await titlesAt(`/api/talks/${RICH}.feed.json?cancelled=status`), [RICH_TITLE]);
    });

    it('starts one year back by default', async () => {
      assert.deepEqual(await titlesAt(`/api/talks/search.csv?series=${PLANTS}&cancelled=status`), [RICH_TITLE]);
      assert.deepEqual((await titlesAt('/api/talks/search.csv?from=today')).length, 0);
      assert.deepEqual(await titlesAt('/api/talks/search.csv?to=2015-08-01'), ['Untold']);
      assert.deepEqual((await titlesAt('/api/talks/search.csv?from=2015-01-01')).length, 5);
    });

    it('honours every search filter, count and page', async () => {
      for (const [query, expected] of [
        [`speaker=${NOBODY}`, 0],
        ['venue=place:1000', 0],
        ['venue=place:1000&subvenues=true', 1],
        ['organising_department=place:2000', 3],
        ['organising_department=place:2000&subdepartments=false', 1],
        [`topic=${encodeURIComponent(MOSS_TOPIC)}&series=${PLANTS}`, 1],
        ['count=2', 2],
        ['count=3&page=2', 1],
        ['page=2', 0],
      ] as const)
        assert.equal((await titlesAt(`/api/talks/search.csv?${query}`)).length, expected, query);
      assert.equal((await titlesAt('/api/departments/place:2000.csv?count=2')).length, 2);
    });

    it('of a search is titled after its filters with names from the catalogue', async () => {
      for (const [query, title] of [
        ['', 'Talks'],
        [`series=${PLANTS}&venue=place:1001`, 'Talks in Plants & people at Glass House'],
        [`speaker=${NOBODY}`, `Talks by ${NOBODY}`],
        [
          'organising_department=place:2001&organising_department=oxpoints:2002',
          'Talks organised by Faculty of Law or Department of Botany',
        ],
      ] as const)
        assert.equal(readFeed('.atom', await server.ask(`/api/talks/search.atom?${query}`)).title, title);
      const feed = jsonOf(await server.ask('/api/talks/search.feed.json?from=today&to=plus7&cancelled=omit'));
      assert.equal(
        textAt(feed, 'description'),
        'Talks from today on, until 7 days later. Without those that are cancelled.',
      );
    });

    it('contains its canonical address, however it was requested', async () => {
      const self = async (path: string, accept = '*/*'): Promise<string> =>
        textAt(jsonOf(await server.ask(path, { headers: { accept } })), 'feed_url');
      const expected = `https://talks.example.org/api/talks/search.feed.json?series=${PLANTS}&count=5&cancelled=status`;
      assert.equal(await self(`/api/talks/search.feed.json?cancelled=status&x=y&series=${PLANTS}&count=5`), expected);
      const accept = 'application/feed+json';
      assert.equal(await self(`/api/talks/search?count=5&cancelled=status&series=${PLANTS}`, accept), expected);
    });

    it('returns 400 and names every invalid parameter', async () => {
      for (const [path, expected] of [
        ['/api/talks/search.ics?alarm=15&cancelled=yes&from=x&count=0', ['from', 'count', 'cancelled', 'alarm']],
        [`/api/series/${PLANTS}.atom?alarm=x&cancelled=x`, ['cancelled', 'alarm']],
        [`/api/talks/${RICH}.ics?cancelled=omit&cancelled=only`, ['cancelled']],
        ['/api/topics.ics', ['uri']],
        [`/api/talks/${RICH}.ics?format=atom`, ['format']],
        [`/api/talks/${RICH}?format=frab-xml`, ['format']],
      ] as const) {
        const answer = await server.ask(path);
        const named = listAt(jsonOf(answer), 'errors').map((error) => textAt(error, 'parameter'));
        assert.deepEqual([answer.status, named], [400, expected], path);
      }
    });

    it('is a 404 for unknown suffixes and unknown resources', async () => {
      for (const path of [
        `/api/talks/${RICH}.foo`,
        `/api/talks/${RICH}.ICS`,
        `/api/talks/${RICH}.`,
        `/api/talks/${RICH}.ics.ics`,
        `/api/talks/${RICH}.schedule.xml`,
        '/api/talks/search.ics2',
        '/api.json',
        `/api/talks/${NOBODY}.ics`,
        `/api/series/${NOBODY}.atom`,
        '/api/departments/place:1000.ics',
        '/api/departments/place:9.ics',
        '/api/venues/place:2000',
        `/api/topics.ics?uri=${encodeURIComponent('http://topics.example.org/none')}`,
        '/api/talks/.ics',
      ])
        assert.equal((await server.ask(path)).status, 404, path);
    });

    it('links to other formats of the same resource in a bounded Link header', async () => {
      const { headers } = await server.ask(`/api/series/${PLANTS}.md`);
      assert.equal(headers.link, linkHeader(`/api/series/${PLANTS}`, '', true));
      const { headers: ofTalk } = await server.ask(`/api/talks/${RICH}`);
      assert.equal(ofTalk.link, linkHeader(`/api/talks/${RICH}`));
      const { headers: ofMany } = await server.ask(`/api/talks/search.md?${`speaker=${NOBODY}&`.repeat(20)}`);
      assert.equal(ofMany.link, linkHeader('/api/talks/search', `?speaker=${NOBODY}`));
      const values = Array.from({ length: 200 }, (_, n) => `speaker=${slugOf(n)}`).join('&');
      const { headers: long } = await server.ask(`/api/talks/search?from=today&${values}`);
      assert.ok((long.link ?? '').length < 2_000);
    });
  });

  describe('an alarm', () => {
    it('is added on request to calendars and to no other format', async () => {
      const path = `/api/talks/${BARE}`;
      const plain = textOf(await server.ask(`${path}.ics`));
      assert.ok(!plain.includes('VALARM'));
      for (const [alarm, trigger] of [
        ['15m', '-PT15M'],
        ['2h', '-PT120M'],
        ['28d', '-PT40320M'],
      ] as const) {
        const text = textOf(await server.ask(`${path}.ics?alarm=${alarm}`));
        assert.match(text, new RegExp(`TRIGGER:${trigger}\\r\\n`), alarm);
      }
      const entry = async (address: string): Promise<string> =>
        textOf(await server.ask(address)).split('<entry>')[1] ?? '';
      assert.equal(await entry(`${path}.atom?alarm=15m`), await entry(`${path}.atom`));
    });

    it('is rejected if it is out of bounds or malformed', async () => {
      for (const alarm of ['0m', '-5m', '29d', '40321m', '1w', '15', '1.5h', 'm', '999999m', '15M'])
        assert.equal((await server.ask(`/api/talks/${BARE}.ics?alarm=${alarm}`)).status, 400, alarm);
    });
  });

  describe('a feed with more talks than maximumCount', () => {
    it('drops the oldest past talks first, then those furthest ahead', async (t) => {
      const small = await startTestServer(UNIVERSITY, { maximumCount: 2, defaultCount: 2 });
      t.after(() => small.close());
      const slugsAt = async (path: string): Promise<readonly string[]> =>
        readFeed('.csv', await small.ask(path)).talks.map(({ id }) => id);
      assert.deepEqual(await slugsAt('/api/talks/search.csv'), [slugOf(2), slugOf(3)]);
      mock.timers.setTime(Date.parse('2015-10-05T12:00:00Z'));
      t.after(() => {
        mock.timers.setTime(Date.parse('2016-06-15T12:00:00Z'));
      });
      assert.deepEqual(await slugsAt('/api/talks/search.csv'), [RICH, slugOf(2)]);
      assert.deepEqual(await slugsAt('/api/talks/search.csv?from=2015-01-01'), [slugOf(1), BARE]);
      assert.deepEqual(await slugsAt('/api/talks/search.csv?from=2015-01-01&page=2'), [RICH, slugOf(2)]);
      assert.deepEqual(await slugsAt('/api/talks/search.csv?from=2015-01-01&count=3&page=2'), [RICH, slugOf(2)]);
    });
  });

  describe('a calendar with more talks than maximumCount', () => {
    it('has all of them, unless a count or page is given', async (t) => {
      const days = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2016, 4, 20 + n, 12)).toISOString());
      const many = days.map((start, n) => talk(slugOf(n), start.replace('.000', '')));
      const small = await startTestServer(many, { maximumCount: 10, defaultCount: 10 });
      t.after(() => small.close());
      const numbersAt = async (path: string): Promise<readonly number[]> => {
        const suffix = /\.[a-z.]+/.exec(path)?.[0] ?? '';
        const ids = readFeed(suffix, await small.ask(path)).talks.map(({ id }) => id);
        return ids.map((id) => many.findIndex(({ slug }) => id.includes(String(slug)))).toSorted((a, b) => a - b);
      };
      const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
      for (const suffix of ['.ics', '.jcal.json', '.jscal.json']) {
        const path = `/api/talks/search${suffix}`;
        assert.deepEqual(await numbersAt(path), range(0, 30), path);
        assert.deepEqual(await numbersAt(`${path}?from=2016-05-22`), range(2, 30), path);
        assert.deepEqual(await numbersAt(`${path}?cancelled=omit`), range(0, 30), path);
        assert.deepEqual(await numbersAt(`${path}?count=5`), range(0, 5), path);
        assert.deepEqual(await numbersAt(`${path}?count=99`), range(0, 10), path);
        assert.deepEqual(await numbersAt(`${path}?page=2`), range(10, 20), path);
        assert.deepEqual(await numbersAt(`${path}?page=1`), range(0, 10), path);
      }
      assert.deepEqual(await numbersAt('/api/talks/search.csv'), range(20, 30));
    });
  });

  // JSON may be ready in pieces, and then is sent at once.
  describe('a large document that is rendered for the request', () => {
    it('does not delay other requests while it is written', async (t) => {
      const many = Array.from({ length: 400 }, (_, n) => talk(slugOf(n), '2016-05-01T12:00:00Z'));
      const large = await startTestServer(many);
      t.after(() => large.close());
      for (const suffix of ['.ics', '.schedule.xml']) {
        const done: string[] = [];
        await Promise.all([
          large.ask(`/api/talks/search${suffix}`).then(() => done.push('large')),
          large.ask('/healthz').then(() => done.push('small')),
        ]);
        assert.deepEqual(done, ['small', 'large'], suffix);
      }
    });
  });
});
