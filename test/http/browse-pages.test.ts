import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlFaults } from '../support/render/html.ts';
import { textOf } from '../support/http/http-answer.ts';
import { elementsOf, linksIn, textsOf, withoutAside } from '../support/render/page-markup.ts';
import { testServer } from '../support/http/server.ts';
import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
  type WireRecord,
} from '../support/catalogue/wire-records.ts';

const PUBLIC = slugOf(0x100);
const PRIVATE = slugOf(0x101);
const SECRET = 'Nobody else is to see this';
const MOSS = 'http://topics.example.org/moss?a=1&b=2';
const HOSTILE = '<script>alert(1)</script> & "quotes" '.repeat(8);
const DEEP = 40;

const NAMES = ['Ångström', 'angular', 'Prof. Zoë van Bo', 'Éva', 'Ewa', 'Żółw', '日本 太郎', '123', HOSTILE];
const PEOPLE = NAMES.map((name, at) => person(slugOf(0x200 + at), { name }));
const MANY = Array.from({ length: 230 }, (_, at) => person(slugOf(0x1000 + at), { name: `Q${String(1000 + at)}` }));
const SERIES = slugOf(0x300);

/** Venues, each inside the one before. */
const TOWER: readonly WireRecord[] = Array.from({ length: DEEP }, (_, at) =>
  venue(`place:${String(500 + at)}`, {
    name: `Floor ${String(at)}`,
    latitude: 52,
    longitude: -1,
    ...(at === 0 ? {} : { parent: `place:${String(499 + at)}` }),
  }),
);

const PAST = Array.from({ length: 45 }, (_, at) =>
  talk(slugOf(0x5000 + at), `2015-01-01T${String(at % 24).padStart(2, '0')}:${at < 24 ? '00' : '30'}:00Z`, {
    title: `Past ${String(at)}`,
    series: SERIES,
    organising_department: 'place:2',
    speakers: [slugOf(0x200)],
  }),
);
const COMING = Array.from({ length: 25 }, (_, at) =>
  talk(slugOf(0x6000 + at), `2970-01-01T${String(at % 24).padStart(2, '0')}:${at < 24 ? '00' : '30'}:00Z`, {
    title: `Coming ${String(at)}`,
    series: SERIES,
    organising_department: 'place:3',
    venue: `place:${String(499 + DEEP)}`,
    topics: [MOSS],
    speakers: [slugOf(0x200)],
  }),
);

const server = testServer([
  organisation('place:1', { name: 'University', address: '1 High Street' }),
  organisation('place:2', { name: 'Ferns', parent: 'place:1' }),
  organisation('place:3', { name: 'Mosses', parent: 'place:1' }),
  organisation('place:4', { name: 'Dry mosses', parent: 'place:3' }),
  ...TOWER,
  ...PEOPLE,
  ...MANY,
  topic(MOSS, { label: 'Moss' }),
  series(SERIES, { title: 'Plants & people', description: 'Every week.', occurence: 'Tuesdays' }),
  series(slugOf(0x301), { title: HOSTILE }),
  ...PAST,
  ...COMING,
  collection(PUBLIC, { title: 'Chosen', description: 'By us', organising_departments: ['place:3'] }),
  collection(PRIVATE, { title: SECRET, public: false, series: [SERIES] }),
]);

async function page(path: string): Promise<string> {
  const answer = await server.ask(path);
  assert.equal(answer.status, 200, path);
  return textOf(answer);
}

/** The names in the lists of a page, each with its number of talks. */
function entries(html: string): string[] {
  const lists = elementsOf(html, 'ul').filter(({ attributes }) => attributes.class?.includes('names'));
  assert.ok(lists.length > 0, 'the page has no list of names');
  return textsOf(html, 'li').filter((text) => /\d (talks?|upcoming)$/.test(text));
}

const PAGES = [
  '/browse/series',
  '/browse/people',
  '/browse/people?letter=A',
  '/browse/people?letter=%23',
  '/browse/people?page=9',
  '/browse/topics',
  '/browse/collections',
  '/browse/departments',
  '/browse/departments?under=place:1',
  '/browse/venues',
  `/browse/venues?under=place:${String(498 + DEEP)}`,
  `/talks/series/id/${SERIES}`,
  `/talks/series/id/${SERIES}?when=past&page=2`,
  `/talks/series/id/${slugOf(0x301)}`,
  `/talks/persons/id/${slugOf(0x200)}`,
  `/talks/persons/id/${slugOf(0x208)}`,
  '/talks/department/id/place:1',
  `/talks/venues/id/place:${String(499 + DEEP)}`,
  '/talks/venues/id/place:500',
  `/talks/topics/id?uri=${encodeURIComponent(MOSS)}`,
  `/user/lists/id/${PUBLIC}`,
];

describe('a page that lists names or talks', () => {
  for (const path of PAGES)
    it(`is valid HTML under 60 kB in every language: ${path}`, async () => {
      for (const language of ['en', 'de', 'fr', 'es']) {
        const html = await page(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
        assert.deepEqual(await htmlFaults(html), []);
        assert.ok(Buffer.byteLength(html) < 60_000, String(Buffer.byteLength(html)));
      }
    });

  it('never mentions a private collection', async () => {
    for (const path of [...PAGES, '/', '/sitemap.xml', '/sitemap-collections-1.xml']) {
      const html = await page(path);
      assert.ok(!html.includes(SECRET) && !html.includes(PRIVATE), path);
    }
    assert.equal((await server.ask(`/user/lists/id/${PRIVATE}/`)).status, 404);
    assert.deepEqual(entries(await page('/browse/collections')), ['Chosen 25 talks, 25 upcoming']);
  });
});

describe('a browse list', () => {
  it('sorts names without regard to accents and shows how many talks each has', async () => {
    const people = entries(await page('/browse/people?letter=a'));
    assert.deepEqual(people, ['Ångström 70 talks, 25 upcoming', 'angular 0 talks']);
  });

  it('groups people by family name and shows their full names', async () => {
    assert.deepEqual(entries(await page('/browse/people?letter=B')), ['Prof. Zoë van Bo 0 talks']);
    assert.match(await page('/browse/people'), /aria-label="First letter of the family name"/);
  });

  it('links to every initial letter with its number of names', async () => {
    const html = await page('/browse/people');
    const letters = linksIn(html).filter(({ href }) => href.includes('letter='));
    assert.deepEqual(
      letters.map(({ text }) => text),
      ['A 2', 'B 1', 'E 2', 'Q 230', 'S 1', 'Z 1', 'Other characters 2'],
    );
    for (const { href, text } of letters.filter(({ text: one }) => !one.startsWith('Q')))
      assert.equal(entries(await page(href)).length, Number(/\d+$/.exec(text)?.[0]), text);
  });

  it('reaches every name through its Next links', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/browse/people?letter=Q';
    while (next !== undefined) {
      const html: string = await page(next);
      seen.push(...entries(html));
      next = linksIn(html).find(({ text }) => text === 'Next')?.href;
    }
    assert.equal(new Set(seen).size, MANY.length);
  });

  it('links to the page of each entry', async () => {
    for (const what of ['series', 'people?letter=E', 'topics', 'collections', 'departments', 'venues']) {
      const links = linksIn(await page(`/browse/${what}`)).filter(({ href }) => /^\/(talks|user)\//.test(href));
      assert.ok(links.length > 0, what);
      for (const { href } of links) assert.equal((await server.ask(href)).status, 200, href);
    }
  });

  it('returns 400 for malformed parameters and 400 or 404 for unknown lists and places', async () => {
    for (const path of ['people?letter=ab', 'people?page=0', 'departments?under=x'])
      assert.equal((await server.ask(`/browse/${path}`)).status, 400, path);
    for (const path of ['nothing', 'departments?under=place:99', 'departments?under=place:500x'])
      assert.ok([400, 404].includes((await server.ask(`/browse/${path}`)).status), path);
  });
});

describe('a tree of places', () => {
  it('shows two levels and counts the talks of all places below each', async () => {
    const html = await page('/browse/departments');
    assert.deepEqual(
      linksIn(html)
        .filter(({ href }) => href.startsWith('/talks/department'))
        .map(({ text }) => text),
      ['University', 'Ferns', 'Mosses'],
    );
    assert.match(html, /70 talks, 25 upcoming/);
  });

  it('links down to the deepest place', async () => {
    let next: string | undefined = '/browse/venues';
    let steps = 0;
    while (next !== undefined) {
      const links = linksIn(await page(next));
      const found = links.some(({ text }) => text === `Floor ${String(DEEP - 1)}`);
      next = found ? undefined : links.findLast(({ href }) => href.includes('under='))?.href;
      steps += 1;
      assert.ok(steps <= DEEP);
    }
    assert.ok(steps > DEEP / 3);
  });
});

describe('the page of a series, department, venue or topic', () => {
  it('shows upcoming talks first, then the latest past talks', async () => {
    const html = await page(`/talks/series/id/${SERIES}`);
    assert.deepEqual(textsOf(html, 'h2').slice(0, 2), ['Upcoming talks', 'Past talks']);
    const titles = linksIn(withoutAside(html))
      .map(({ text }) => text)
      .filter((text) => /^(Coming|Past) \d/.test(text));
    assert.deepEqual(titles.slice(0, 2), ['Coming 0', 'Coming 24']);
    assert.deepEqual([titles.length, titles.at(-5)], [25, 'Past 23']);
  });

  it('links to all its talks and shows each once', async () => {
    const first = `/talks/series/id/${SERIES}`;
    const past = linksIn(await page(first)).find(({ text }) => text === 'All 45 past talks');
    const seen: string[] = [];
    for (const start of [first, past?.href]) {
      let next = start;
      while (next !== undefined) {
        const links = linksIn(withoutAside(await page(next)));
        const wanted = start === first ? /^Coming \d/ : /^Past \d/;
        seen.push(...links.map(({ text }) => text).filter((text) => wanted.test(text)));
        next = links.find(({ text }) => text === 'Next')?.href;
      }
    }
    assert.equal(seen.length, COMING.length + PAST.length);
    assert.equal(new Set(seen).size, seen.length);
  });

  it('links a department to its parent and its subdepartments', async () => {
    const html = await page('/talks/department/id/place:3');
    const links = linksIn(html);
    assert.deepEqual(links[0], { href: '/talks/department/id/place:1', text: 'University' });
    assert.ok(links.some(({ href, text }) => href === '/talks/department/id/place:4' && text === 'Dry mosses'));
    assert.equal(textsOf(html, 'h1')[0], 'Mosses');
  });

  it('shows shortened breadcrumbs and a map link for a deeply nested venue', async () => {
    const html = await page(`/talks/venues/id/place:${String(499 + DEEP)}`);
    const crumbs = linksIn(html).filter(({ text }) => /^(Floor \d+|…)$/.test(text));
    assert.equal(crumbs.length, 11);
    assert.deepEqual(
      [crumbs[0]?.text, crumbs[2]?.text, crumbs[10]?.text],
      ['Floor 0', '…', `Floor ${String(DEEP - 2)}`],
    );
    assert.ok(linksIn(html).some(({ href }) => href === 'https://www.openstreetmap.org/?mlat=52&mlon=-1#map=18/52/-1'));
  });

  it('links to its iCalendar, webcal and Atom feeds', async () => {
    const topicAt = `/api/topics.ics?uri=${encodeURIComponent(MOSS).replaceAll('%3A', ':').replaceAll('%2F', '/')}`;
    const expected: [string, string][] = [
      [`/talks/topics/id?uri=${encodeURIComponent(MOSS)}`, topicAt],
      ['/talks/department/id/place:1', '/api/departments/place:1.ics'],
      ['/talks/venues/id/place:500', '/api/venues/place:500.ics'],
    ];
    for (const [path, calendar] of expected) {
      const hrefs = linksIn(await page(path)).map(({ href }) => href);
      assert.ok(hrefs.includes(calendar), path);
      assert.ok(hrefs.includes(`webcal://talks.example.org${calendar}`), path);
      assert.ok(
        hrefs.some((href) => href.includes('.atom')),
        path,
      );
      assert.equal((await server.ask(calendar)).status, 200, calendar);
    }
  });

  it('links to a search and a calendar of the same talks', async () => {
    const hrefs = linksIn(await page('/talks/venues/id/place:500')).map(({ href }) => href);
    assert.ok(hrefs.includes('/search?venue=place:500&subvenues=true'));
    const calendar = hrefs.find((href) => href.startsWith('/calendar/month/'));
    assert.match(calendar ?? '', /\?venue=place:500&subvenues=true$/);
  });

  it('returns 404 for identifiers that are unknown or of another kind and 400 for invalid parameters', async () => {
    for (const path of [
      '/talks/department/id/place:500',
      '/talks/venues/id/place:1',
      '/talks/department/id/x',
      `/talks/series/id/${slugOf(0x200)}`,
      '/talks/topics/id?uri=http://topics.example.org/none',
    ])
      assert.equal((await server.ask(path)).status, 404, path);
    for (const path of ['/talks/topics/id', '/talks/topics/id/?uri=x', `/talks/series/id/${SERIES}?when=soon`])
      assert.equal((await server.ask(path)).status, 400, path);
  });
});
