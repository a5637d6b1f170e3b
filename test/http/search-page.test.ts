import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlFaults } from '../support/render/html.ts';
import { textOf as bodyOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { view } from '../support/render/view.ts';
import { testServer } from '../support/http/server.ts';
import {
  ADA,
  BARE,
  BO,
  LAW_TOPIC,
  MOSS_TOPIC,
  NOBODY,
  PLANTS,
  RICH,
  UNIVERSITY,
} from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { listedOn, searchReader } from './search-reader.ts';

const server = testServer(UNIVERSITY);
const { pageAt, asInterface } = searchReader(server);

const QUESTIONS = [
  'from=2015-01-01',
  'from=2015-01-01&count=2',
  'from=2015-01-01&count=2&page=2',
  'from=2015-01-01&to=2015-10-06',
  'from=01/01/15&to=plus300',
  `from=2015-01-01&speaker=${ADA}&speaker=${BO}`,
  `from=2015-01-01&series=${PLANTS}`,
  'from=2015-01-01&venue=place:1000&subvenues=true',
  'from=2015-01-01&organising_department=place:2000',
  'from=2015-01-01&organising_department=place:2000&subdepartments=false',
  `from=2015-01-01&topic=${encodeURIComponent(MOSS_TOPIC)}&topic=${LAW_TOPIC}`,
  'from=2015-01-01&q=moss',
  'from=2015-01-01&q=gard%20law&order=relevance',
  'from=2015-01-01&cancelled=omit',
  'from=2015-01-01&cancelled=only',
  `from=2015-01-01&cancelled=omit&series=${PLANTS}`,
];

describe('the search page', () => {
  for (const query of QUESTIONS) {
    it(`lists the talks that the API returns for the same query: ${query}`, async () => {
      const { slugs, total } = await asInterface(query);
      assert.ok(slugs.length > 0);
      const tree = await pageAt(`/search?${query}`);
      // Past days are listed latest first.
      assert.deepEqual(listedOn(tree), query.includes('&to=') ? slugs.toReversed() : slugs);
      const heading = seenText(oneOf(oneOf(tree, 'div', hasClass('results-head')), 'h2'));
      assert.match(heading, new RegExp(`^${String(total)} talks?( Page|$)`));
    });
  }

  it('starts today by default and links to talks of all dates if none match', async () => {
    const tree = await pageAt('/search');
    assert.deepEqual(listedOn(tree), []);
    assert.equal(seenText(oneOf(tree, 'h2', hasClass('empty-title'))), 'No talks match');
    const [always] = allOf(oneOf(tree, 'ul', hasClass('ways')), 'a');
    assert.deepEqual(listedOn(await pageAt(always?.attributes.href ?? '')), [
      slugOf(1),
      BARE,
      RICH,
      slugOf(2),
      slugOf(3),
    ]);
  });

  it('groups talks by day in the time zone of the service and says which days are over', async () => {
    await server.import([talk(slugOf(90), '2017-06-30T23:30:00Z'), talk(slugOf(91), '2017-07-01T10:00:00Z')]);
    const tree = await pageAt('/search?from=2017-06-30&to=2017-07-02');
    const days = allOf(tree, 'section', hasClass('day')).map((day) => [seenText(oneOf(day, 'h3')), listedOn(day)]);
    assert.deepEqual(days, [[`${view.dates.longDate('2017-07-01')} Ended`, [slugOf(91), slugOf(90)]]]);
    await server.import(UNIVERSITY, { replace: true });
  });

  it('lists past days latest first across pages and says so', async () => {
    const { slugs } = await asInterface('from=2015-01-01&to=2017-12-31');
    const pages = await Promise.all(
      [1, 2, 3].map((page) => pageAt(`/search?from=2015-01-01&to=2017-12-31&count=2&page=${String(page)}`)),
    );
    assert.deepEqual(pages.flatMap(listedOn), slugs.toReversed());
    for (const page of pages) {
      const order = allOf(oneOf(page, 'nav', hasClass('order')), 'a');
      const current = order.filter(({ attributes }) => attributes['aria-current'] === 'true');
      assert.deepEqual(current.map(seenText), ['Latest first']);
    }
  });

  it('lists a talk that began before the range last, on the last page', async () => {
    await server.import([
      talk(slugOf(92), '2017-06-29T10:00:00Z', { end: '2017-07-03T10:00:00Z' }),
      talk(slugOf(93), '2017-07-01T10:00:00Z'),
      talk(slugOf(94), '2017-07-02T10:00:00Z'),
    ]);
    const query = '/search?from=2017-07-01&to=2017-07-02';
    assert.deepEqual(listedOn(await pageAt(query)), [slugOf(94), slugOf(93), slugOf(92)]);
    assert.deepEqual(listedOn(await pageAt(`${query}&count=1`)), [slugOf(94)]);
    assert.deepEqual(listedOn(await pageAt(`${query}&count=1&page=2`)), [slugOf(93), slugOf(92)]);
    await server.import(UNIVERSITY, { replace: true });
  });

  it('shows the order of past days in its form and offers the others', async () => {
    for (const [query, chosen, others] of [
      ['', 'Latest first', ['date', 'relevance']],
      ['&order=date', 'By date', ['', 'relevance']],
      ['&order=latest', 'Latest first', ['date', 'relevance']],
    ] as const) {
      const form = oneOf(
        await pageAt(`/search?from=2015-01-01&to=2017-12-31${query}`),
        'form',
        hasClass('search-form'),
      );
      const select = oneOf(form, 'select', ({ attributes }) => attributes.name === 'order');
      const options = allOf(select, 'option');
      const selected = options.filter(({ attributes }) => 'selected' in attributes);
      const shown = selected.length > 0 ? selected : options.slice(0, 1);
      assert.deepEqual(shown.map(seenText), [chosen], query);
      const rest = options.filter((option) => option !== shown[0]);
      assert.deepEqual(
        rest.map(({ attributes }) => attributes.value),
        others,
        query,
      );
    }
  });

  it('shows with each facet value the number of talks that its link finds', async () => {
    const tree = await pageAt(`/search?from=2015-01-01&organising_department=place:2001`);
    const rows = allOf(oneOf(tree, 'aside'), 'a', ({ attributes }) => attributes.class !== 'facet-all');
    assert.ok(rows.length >= 6);
    for (const row of rows) {
      if (row.attributes.class === 'chosen') continue;
      const count = Number(seenText(oneOf(row, 'span', hasClass('count'))));
      const { searchParams } = new URL(row.attributes.href ?? '', 'http://x');
      // The link would find the talks of both departments, but the count is that of the new one alone.
      if (searchParams.getAll('organising_department').length > 1)
        searchParams.delete('organising_department', 'place:2001');
      assert.equal((await asInterface(searchParams.toString())).total, count, row.attributes.href);
    }
  });

  it('redirects without empty form fields and without the value named by without=', async () => {
    const answer = await server.ask('/search?q=&from=2015-01-01&to=&count=&lang=de');
    assert.deepEqual([answer.status, answer.headers.location], [303, '/search?from=2015-01-01&lang=de']);
    assert.equal((await server.ask('/search?q=&from=')).headers.location, '/search');
    assert.equal(
      (await server.ask(`/search?from=2015-01-01&series=${PLANTS}&q=moss+law&speaker=${ADA}&without=q%3Dmoss%20law`))
        .headers.location,
      `/search?from=2015-01-01&series=${PLANTS}&speaker=${ADA}`,
    );
    assert.equal((await server.ask('/search?q=moss&without=q%3Dlaw')).headers.location, '/search?q=moss');
    const rude = await server.ask('/search?to=&series=%0d%0aX:%20y');
    assert.equal(rude.status, 303);
    assert.match(rude.headers.location ?? '', /^\/search\?[\x21-\x7e]+$/);
  });

  it('answers 400 and marks the same malformed parameters as the API', async () => {
    const query = 'from=2015-2-3&series=x&venue=y&topic=z&subvenues=2&count=0&page=0&cancelled=maybe&speaker=%ff';
    const answer = await server.ask(`/search?${query}`, { headers: { accept: 'text/html' } });
    assert.deepEqual([answer.status, answer.headers['content-type']], [400, 'text/html; charset=utf-8']);
    const html = bodyOf(answer);
    assert.deepEqual(await htmlFaults(html), []);
    const tree = pageTree(html);
    const wrong = allOf(tree, 'input', ({ attributes }) => attributes['aria-invalid'] === 'true');
    const named = new Set(wrong.map(({ attributes }) => attributes.name));
    const api = await server.ask(`/api/talks/search?${query}`);
    const errors = listAt(JSON.parse(bodyOf(api)), 'errors').map((one) => textAt(one, 'parameter'));
    assert.deepEqual([...named].sort(), [...new Set(errors)].sort());
  });

  it('has no day headings with order=relevance and marks that order as current', async () => {
    const tree = await pageAt('/search?from=2015-01-01&q=gard%20law&order=relevance');
    assert.equal(allOf(tree, 'section', hasClass('day')).length, 0);
    const [byDate, best] = allOf(oneOf(tree, 'nav', hasClass('order')), 'a');
    assert.deepEqual([byDate?.attributes['aria-current'], best?.attributes['aria-current']], [undefined, 'true']);
  });

  it('highlights matching words in abstracts, in either order', async () => {
    for (const order of ['', '&order=relevance']) {
      const tree = await pageAt(`/search?from=2015-01-01&q=FERN%20m%C3%B6ss${order}`);
      const marks = allOf(oneOf(tree, 'p', hasClass('talk-about')), 'mark');
      assert.deepEqual(marks.map(seenText), ['moss', 'ferns']);
    }
    // Without these words, an abstract says nothing that the three lines of a talk do not.
    for (const query of ['', '&q=quince'])
      assert.deepEqual(allOf(await pageAt(`/search?from=2015-01-01${query}`), 'p', hasClass('talk-about')), []);
  });

  it('says that the last day is before the first and links to the swapped range', async () => {
    assert.deepEqual(await asInterface('from=2015-12-31&to=2015-01-01'), { slugs: [], total: 0 });
    const tree = await pageAt('/search?from=2015-12-31&to=2015-01-01');
    assert.match(seenText(oneOf(tree, 'div', hasClass('empty'))), /Thursday 1 January 2015, is before the first/);
    const [swapped] = allOf(oneOf(tree, 'ul', hasClass('ways')), 'a');
    const { slugs } = await asInterface('from=2015-01-01&to=2015-12-31');
    assert.deepEqual(listedOn(await pageAt(swapped?.attributes.href ?? '')), slugs.toReversed());
  });

  it('suggests removing a filter if nothing matches', async () => {
    const tree = await pageAt(`/search?from=2015-01-01&q=moss&series=${NOBODY}`);
    const ways = allOf(oneOf(tree, 'ul', hasClass('ways')), 'li').map(seenText);
    assert.ok(ways.includes(`Without Series ${NOBODY} 1 talk`), ways.join('; '));
  });

  it('suggests searching for the beginning of a mistyped word or removing it', async () => {
    const q = encodeURIComponent('"on moss" Ferntz');
    const tree = await pageAt(`/search?from=2015-01-01&cancelled=only&q=${q}`);
    const ways = allOf(oneOf(tree, 'ul', hasClass('ways')), 'li');
    assert.deepEqual(ways.slice(0, 2).map(seenText), [
      'Words that begin with “fern” 1 talk',
      'Without “Ferntz” 1 talk',
    ]);
    const links = ways.slice(0, 2).map((way) => oneOf(way, 'a').attributes.href ?? '');
    const asked = links.map((link) => new URL(link, 'http://x').searchParams.get('q'));
    assert.deepEqual(asked, ['"on moss" fern', '"on moss"']);
    for (const link of links) assert.deepEqual(listedOn(await pageAt(link)), [RICH]);
  });

  it('links to the calendar of this month or of the nearest month in the range', async () => {
    await server.import([talk(slugOf(70), '2041-05-06T10:00:00Z', { organising_department: 'place:2000' })]);
    const thisMonth = view.dates.isoDay(new Date().toISOString()).slice(0, 7);
    for (const [days, month] of [
      ['from=2015-01-01&to=2015-10-31&count=1&order=date', '2015-10'],
      ['from=2015-01-01', thisMonth],
      ['from=2041-02-01', '2041-02'],
    ] as const) {
      const tree = await pageAt(`/search?${days}&organising_department=place:2000`);
      const { attributes } = oneOf(oneOf(tree, 'span', hasClass('to-calendar')), 'a');
      assert.equal(attributes.href, `/calendar/month/${month}?organising_department=place:2000`);
      assert.equal((await server.ask(attributes.href)).status, 200);
    }
    await server.import(UNIVERSITY, { replace: true });
  });

  it('links to the same search as data and feeds', async () => {
    const query = `from=2015-01-01&series=${PLANTS}&cancelled=omit`;
    const tree = await pageAt(`/search?${query}`);
    const links = allOf(tree, 'a').map(({ attributes }) => attributes.href ?? '');
    const others = links.filter((href) => href.startsWith('/api/talks/search'));
    assert.equal(others.length, 8);
    for (const href of others) assert.equal((await server.ask(href)).status, 200, href);
    const [json = ''] = others.filter((href) => href.includes('.json?') && !href.includes('feed'));
    assert.deepEqual((await asInterface(json.split('?')[1] ?? '')).slugs, listedOn(tree));
  });

  it('shows imported changes in each language, even if fragments were cached', async () => {
    const query = '/search?from=2015-01-01&count=1';
    const titleIn = async (language: string): Promise<string> =>
      seenText(oneOf(await pageAt(query, language), 'p', hasClass('talk-title')));
    assert.deepEqual(
      [await titleIn('en'), await titleIn('de'), await titleIn('en')],
      ['In winter', 'In winter', 'In winter'],
    );
    const changed = UNIVERSITY.map((one) =>
      one.slug === slugOf(1) ? { ...one, title: 'In snow', status: 'cancelled' } : one,
    );
    await server.import(changed);
    assert.deepEqual([await titleIn('en'), await titleIn('de')], ['In snow Cancelled', 'In snow Abgesagt']);
    await server.import(UNIVERSITY, { replace: true });
  });

  it('has Content-Language and varies by Accept-Language unless ?lang= is set', async () => {
    const chosen = await server.ask('/search?from=2015-01-01', { headers: { 'accept-language': 'fr-CA, en;q=0.5' } });
    assert.deepEqual(
      [chosen.headers['content-language'], chosen.headers.vary],
      ['fr', 'Accept-Encoding, Accept-Language'],
    );
    const named = await server.ask('/search?from=2015-01-01&lang=es', { headers: { 'accept-language': 'fr' } });
    assert.deepEqual([named.headers['content-language'], named.headers.vary], ['es', 'Accept-Encoding']);
    const [title] = allOf(pageTree(bodyOf(named)), 'p', hasClass('talk-title'));
    const [link] = title === undefined ? [] : allOf(title, 'a');
    assert.match(link?.attributes.href ?? '', /\?lang=es$/);
  });

  it('answers 304 to its ETag, but not for another query', async () => {
    const ask = (path: string, tag?: string): Promise<HttpAnswer> =>
      server.ask(path, {
        headers: { 'accept-language': 'en', ...(tag === undefined ? {} : { 'if-none-match': tag }) },
      });
    const { headers } = await ask('/search?from=2015-01-01');
    assert.equal((await ask('/search?from=2015-01-01', headers.etag)).status, 304);
    assert.equal((await ask('/search?from=2015-01-02', headers.etag)).status, 200);
  });

  it('is valid HTML for every query', async () => {
    const queries = ['', ...QUESTIONS, `from=2015-01-01&series=${NOBODY}`, 'from=2015-01-01&page=9'];
    for (const [at, query] of queries.entries()) {
      const headers = { 'accept-language': at % 2 === 0 ? 'en' : 'de' };
      assert.deepEqual(await htmlFaults(bodyOf(await server.ask(`/search?${query}`, { headers }))), [], query);
    }
  });
});
