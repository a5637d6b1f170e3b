import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { startTestServer, type AskableServer, universityServer } from '../support/http/server.ts';
import { ADA, BARE, BO, CY, PLANTS, RICH } from '../support/catalogue/university.ts';
import { organisation, person, series, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';

const server = universityServer();

const PATHS = ['/api/talks/search', '/api/events/search'] as const;

function query(parts: Readonly<Record<string, string>>): string {
  return new URLSearchParams({ from: '1970-01-01', ...parts }).toString();
}

async function found(
  parts: Readonly<Record<string, string>>,
  asked: AskableServer = server,
): Promise<readonly string[]> {
  const answers = await Promise.all(PATHS.map((path) => asked.read(`${path}?${query(parts)}`)));
  const [slugs = [], others] = answers.map((answer) => {
    const talks = listAt(answer, '_embedded', 'talks').map((one) => textAt(one, 'slug'));
    assert.equal(valueAt(answer, 'total'), talks.length, 'total is the number of talks');
    return talks;
  });
  assert.deepEqual(others, slugs);
  return slugs;
}

describe('free text', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['matches a word of a title', 'untold', [BARE]],
    ['matches a word of a description', 'ferns', [RICH]],
    ['matches words of title and description in any order', 'ferns moss', [RICH]],
    ['ignores case', 'UNTOLD', [BARE]],
    ['matches a speaker without accents', 'nunez', [RICH]],
    ['matches a speaker with other accents', 'Ädà', [RICH]],
    ['matches the name of a speaker as a phrase', '"ada nunez"', [RICH]],
    ['matches a speaker and a word of the title together', 'nunez dark', [RICH]],
    ['does not match hosts and organisers', 'organiser', []],
    ['matches a series', 'plants', [slugOf(1), RICH]],
    ['matches a venue', 'potting', [slugOf(1)]],
    ['does not match the site that a venue is in', '"garden site"', []],
    ['matches a department', 'botany', [RICH]],
    ['matches a topic', 'law', [RICH, slugOf(2)]],
    ['matches the beginning of a word', 'unt', [BARE]],
    ['matches the beginning of a name', 'nun', [RICH]],
    ['does not match the beginning of a word with only two letters', 'un', []],
    ['does not match the beginning of a word in quotation marks', '"unt"', []],
    ['matches a phrase', '"in the dark"', [RICH]],
    ['does not match a phrase in another order', '"dark the in"', []],
    ['does not match a phrase across two names', '"host ada"', []],
    ['matches a phrase that ends with a prefix and an asterisk', '"of the who*"', [slugOf(3)]],
    ['matches a phrase without a closing quotation mark', '"of the whole', [slugOf(3)]],
    ['matches Japanese characters', '日本', [RICH]],
    ['matches Greek letters', 'Β', [RICH]],
    ['matches only talks with every word', 'moss nowhere', []],
    ['treats OR as a word', 'moss OR untold', []],
    ['matches every talk if it has only spaces', '  ', [slugOf(1), BARE, RICH, slugOf(2), slugOf(3)]],
    ['matches every talk if empty', '', [slugOf(1), BARE, RICH, slugOf(2), slugOf(3)]],
  ];
  for (const [what, q, expected] of cases) {
    it(`in q ${what}`, async () => {
      assert.deepEqual(await found({ q }), expected);
      // Again, with the terms cached; another count avoids the response cache.
      assert.deepEqual(await found({ q, count: '999' }), expected);
    });
  }

  it('combines with every other parameter', async () => {
    assert.deepEqual(await found({ q: 'plants', from: '2015-06-01' }), [RICH]);
    assert.deepEqual(await found({ q: 'plants', to: '2015-06-01' }), [slugOf(1)]);
    assert.deepEqual(await found({ q: 'plants', speaker: BO }), [RICH]);
    assert.deepEqual(await found({ q: 'plants', speaker: CY }), []);
    assert.deepEqual(await found({ q: 'law', organising_department: 'oxpoints:2002' }), [slugOf(2)]);
    assert.deepEqual(await found({ q: 'moss', series: PLANTS, venue: 'place:1000', subvenues: 'true' }), [RICH]);
  });

  it('is kept in the links to other pages and formats', async () => {
    const answer = await server.read(`/api/talks/search?${query({ q: 'the', order: 'relevance', count: '1' })}`);
    const kept = '?from=1970-01-01&q=the&order=relevance';
    const at = 'https://talks.example.org/api/talks/search';
    assert.equal(valueAt(answer, '_links', 'next', 'href'), `${at}${kept}&count=1&page=2`);
    assert.equal(valueAt(answer, '_links', 'self', 'href'), `${at}${kept}&count=1`);
    assert.equal(valueAt(answer, '_links', 'ics', 'href'), `${at}.ics${kept}`);
  });

  it('works on the search page in either order', async () => {
    const titles = async (asked: string): Promise<string[]> => {
      const answer = await server.ask(`/search?${asked}`, { headers: { accept: 'text/html' } });
      assert.equal(answer.status, 200);
      const page = answer.body.toString();
      return ['In winter', 'On the law of gardens', 'Moss &quot;in the dark'].filter((title) => page.includes(title));
    };
    for (const order of ['', '&order=relevance']) {
      assert.deepEqual(await titles(`from=1970-01-01&q=potting${order}`), ['In winter']);
      assert.deepEqual(await titles(`from=1970-01-01&q=gardens+faculty${order}`), ['On the law of gardens']);
      assert.deepEqual(await titles(`from=1970-01-01&q=nowhere${order}`), []);
    }
  });

  it('gets a 400 with a hint if it cannot be searched for', async () => {
    const hint =
      'Give words, with letters or digits in them: at most 500 characters and 32 words of at most 100 letters. ' +
      'Before an asterisk there must be three letters, and at most 8 words may have one.';
    for (const path of ['/api/talks/search', '/api/events/search', '/api/talks/search.ics']) {
      const answer = await server.ask(`${path}?${query({ q: '!?', order: 'best' })}`, {
        headers: { accept: 'application/json' },
      });
      assert.equal(answer.status, 400);
      assert.deepEqual(valueAt(jsonOf(answer), 'errors'), [
        { parameter: 'q', detail: `“!?” is not a text that can be searched for. ${hint}` },
        { parameter: 'order', detail: '“best” is not an order. Give date, latest or relevance.' },
      ]);
    }
    for (const q of ['x'.repeat(101), 'moss '.repeat(101), 'w '.repeat(33), 'ai*'])
      assert.equal((await server.ask(`/api/talks/search?${query({ q })}`)).status, 400, q);
    assert.equal((await server.ask('/api/talks/search?from=today&q=moss&q=fern')).status, 400);
  });
});

const PEOPLE = [person(slugOf(1), { name: 'Peat Bogger' }), person(slugOf(2), { name: 'Ann Other' })];
const CUT = [
  talk(slugOf(11), '2026-01-01T12:00:00Z', { title: 'One', description: 'Of peatlands and moss' }),
  talk(slugOf(12), '2026-01-02T12:00:00Z', { title: 'Two', description: 'Of peat and moss' }),
  talk(slugOf(13), '2026-01-03T12:00:00Z', { title: 'Three', description: 'Moss', speakers: [slugOf(1)] }),
  talk(slugOf(14), '2026-01-04T12:00:00Z', { title: 'Peat', description: 'Moss' }),
  talk(slugOf(15), '2026-01-05T12:00:00Z', { title: 'Peat and moss' }),
  talk(slugOf(16), '2026-01-05T12:00:00Z', { title: 'Moss and peat' }),
];

describe('the order of free-text results', () => {
  it('is by date, or by relevance and then by date', async (t) => {
    const peat = await startTestServer([...PEOPLE, ...CUT]);
    t.after(() => peat.close());
    const all = [11, 12, 13, 14, 15, 16].map(slugOf);
    assert.deepEqual(await found({ q: 'peat' }, peat), all);
    assert.deepEqual(await found({ q: 'peat', order: 'date' }, peat), all);
    const byRelevance = [14, 15, 16, 13, 12, 11].map(slugOf);
    assert.deepEqual(await found({ q: 'peat', order: 'relevance' }, peat), byRelevance);
    assert.deepEqual(await found({ q: 'moss peat', order: 'relevance' }, peat), [15, 16, 14, 13, 12, 11].map(slugOf));
    const to = { to: '2026-01-04' };
    assert.deepEqual(await found({ q: 'peat', order: 'relevance', ...to }, peat), [14, 13, 12, 11].map(slugOf));
    const pages: string[] = [];
    for (const page of ['1', '2', '3', '4']) {
      const asked = query({ q: 'peat', order: 'relevance', count: '2', page });
      const answer = await peat.read(`/api/talks/search?${asked}`);
      assert.equal(valueAt(answer, 'total'), 6);
      pages.push(...listAt(answer, '_embedded', 'talks').map((one) => textAt(one, 'slug')));
    }
    assert.deepEqual(pages, byRelevance);
    assert.deepEqual(await found({ order: 'relevance' }, peat), all);
  });
});

describe('free text after an import', () => {
  it('matches the current texts of talks and the current names of speakers, series and places', async (t) => {
    const before = [
      person(ADA, { name: 'Ada Lovelace' }),
      series(PLANTS, { title: 'Engines' }),
      venue('place:1', { name: 'Old Hall' }),
      organisation('place:2', { name: 'Department of Looms' }),
      talk(slugOf(1), '2026-01-01T12:00:00Z', { title: 'Notes', speakers: [ADA], series: PLANTS, venue: 'place:1' }),
      talk(slugOf(2), '2026-01-02T12:00:00Z', { title: 'Weaving', organising_department: 'place:2' }),
    ];
    const later = await startTestServer(before);
    t.after(() => later.close());
    const counts = async (...texts: string[]): Promise<number[]> => {
      return Promise.all(texts.map(async (q) => (await found({ q }, later)).length));
    };
    assert.deepEqual(await counts('lovelace', 'engines', '"old hall"', 'looms', 'weaving'), [1, 1, 1, 1, 1]);
    const copied = await later.read(`/api/talks/search?${query({ q: 'lovelace', updated_since: 'beginning' })}`);
    const changed = async (): Promise<unknown> => {
      const changes = textAt(copied, '_links', 'changes', 'href').replace('https://talks.example.org', '');
      const answer = await later.read(changes);
      return ['talks', 'removed'].map((list) => listAt(answer, '_embedded', list).map((one) => textAt(one, 'slug')));
    };
    assert.deepEqual(await changed(), [[], []]);
    await later.import([
      person(ADA, { name: 'Augusta King' }),
      series(PLANTS, { title: 'Machines' }),
      venue('place:1', { name: 'New Hall' }),
      organisation('place:2', { name: 'Department of Fabric' }),
      talk(slugOf(2), '2026-01-02T12:00:00Z', { title: 'Knitting', organising_department: 'place:2' }),
    ]);
    assert.deepEqual(await counts('lovelace', 'engines', '"old hall"', 'looms', 'weaving'), [0, 0, 0, 0, 0]);
    assert.deepEqual(await changed(), [[], [slugOf(1), slugOf(2)]]);
    assert.deepEqual(await counts('"augusta king"', 'machines', '"new hall"', 'fabric', 'knitting'), [1, 1, 1, 1, 1]);
    await later.import(before.slice(0, 5), { replace: true });
    assert.deepEqual(await counts('lovelace', 'knitting', 'weaving', 'fabric', 'notes'), [1, 0, 0, 0, 1]);
  });
});
