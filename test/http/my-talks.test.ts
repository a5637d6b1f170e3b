import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsWithin, textOf as wordsOf } from '../support/render/markup.ts';
import { elementsOf, textsOf } from '../support/render/page-markup.ts';
import { ofClass } from '../support/render/page.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The current minute. A talk of unknown length that starts now is upcoming for another hour. */
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;

function hoursFromNow(hours: number): string {
  return `${new Date(NOW + hours * HOUR).toISOString().slice(0, 19)}Z`;
}

const server = testServer([
  talk(slugOf(1), hoursFromNow(-50), { title: 'Over' }),
  talk(slugOf(2), hoursFromNow(30), { title: 'First', end: hoursFromNow(32) }),
  talk(slugOf(3), hoursFromNow(31), { title: 'Overlaps <it>' }),
  talk(slugOf(4), hoursFromNow(31), { title: 'Cancelled, so that it overlaps nothing', status: 'cancelled' }),
  talk(slugOf(5), hoursFromNow(32), { title: 'Begins when the first ends' }),
  talk(slugOf(6), hoursFromNow(32), { title: 'Not chosen' }),
  talk(slugOf(8), '2041-05-05T09:00:00Z', { title: 'Three days', end: '2041-05-07T17:00:00Z' }),
  talk(slugOf(9), '2041-05-06T16:00:00Z', { title: 'On the second' }),
  talk(slugOf(10), '2041-05-08T09:00:00Z', { title: 'Of unknown length', end: '2041-05-08T09:00:00Z' }),
  talk(slugOf(11), '2041-05-08T09:30:00Z', { title: 'Half an hour later' }),
  talk(slugOf(7), hoursFromNow(0), { title: 'On, and of unknown length', end: hoursFromNow(0) }),
]);

async function page(query: string): Promise<string> {
  const answer = await server.ask(`/my-talks${query}`);
  assert.equal(answer.status, 200, query);
  const html = textOf(answer);
  assert.deepEqual(await htmlFaults(html), []);
  return html;
}

function titles(html: string): string[] {
  return ofClass(html, 'talk-title').map((element) => wordsOf(element).trim());
}

describe('/my-talks', () => {
  it('explains the star button if no talk is chosen', async () => {
    const html = await page('');
    assert.deepEqual(titles(html), []);
    assert.match(html, /Press the star beside a talk/);
    assert.match(html, /<noscript><p>/);
  });

  it('lists a talk of unknown length as upcoming for an hour after its start', async () => {
    const html = await page(`?talk=${slugOf(7)}`);
    assert.deepEqual([titles(html), ofClass(html, 'mine-past')], [['On, and of unknown length'], []]);
  });

  it('lists upcoming talks before past ones and names missing and overlapping talks', async () => {
    const gone = slugOf(99);
    const html = await page(`?talk=${[5, 4, 3, 2, 1].map(slugOf).join(',')}&talk=${gone}`);
    assert.deepEqual(titles(html), [
      'First',
      'Overlaps <it>',
      'Cancelled, so that it overlaps nothing Cancelled',
      'Begins when the first ends',
      'Over',
    ]);
    const [past] = ofClass(html, 'mine-past');
    assert.ok(past);
    assert.deepEqual([...elementsWithin(past)].filter(({ name }) => name === 'summary').map(wordsOf), ['1 past talk']);
    const [missing] = elementsOf(html, 'p').filter(({ attributes }) => 'data-missing' in attributes);
    assert.equal(missing?.attributes['data-missing'], gone);
    const clashes = ofClass(html, 'mine-clashes').flatMap((section) => [...elementsWithin(section)]);
    const pairs = clashes.filter(({ name }) => name === 'li').map(wordsOf);
    assert.equal(pairs.length, 1);
    assert.match(pairs[0] ?? '', /First.*Overlaps <it>/);
    assert.match(html, /webcal:\/\/talks\.example\.org\/api\/talks\/search\.ics\?talk=/);
  });

  it('shows the dates of overlapping talks that last several days', async () => {
    const html = await page(`?talk=${[8, 9].map(slugOf).join(',')}`);
    const clashes = ofClass(html, 'mine-clashes').flatMap((section) => [...elementsWithin(section)]);
    assert.deepEqual(
      clashes.filter(({ name }) => name === 'li').map((item) => wordsOf(item).replaceAll(/\s+/g, ' ').trim()),
      ['Sun 5 May, 10:00–Tue 7 May, 18:00 Three days · Mon 6 May, 17:00–18:00 On the second'],
    );
  });

  it('shows that a talk of unknown length overlaps one that begins soon after', async () => {
    const html = await page(`?talk=${[10, 11].map(slugOf).join(',')}`);
    const clashes = ofClass(html, 'mine-clashes').flatMap((section) => [...elementsWithin(section)]);
    assert.deepEqual(
      clashes.filter(({ name }) => name === 'li').map((item) => wordsOf(item).replaceAll(/\s+/g, ' ').trim()),
      ['Wed 8 May, 10:00 Of unknown length · 10:30–11:30 Half an hour later'],
    );
  });

  it('has the chosen talks as a file, past ones too', async () => {
    const html = await page(`?talk=${[1, 2].map(slugOf).join(',')}&lang=en`);
    const [file] = elementsOf(html, 'a').filter(({ attributes }) => 'download' in attributes);
    assert.equal(file && wordsOf(file), 'Calendar file (.ics)');
    const calendar = textOf(await server.ask(file?.attributes.href ?? ''));
    assert.deepEqual(
      [...calendar.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title),
      ['Over', 'First'],
    );
  });

  it('has a calendar of only the chosen talks', async () => {
    const calendar = textOf(await server.ask(`/api/talks/search.ics?talk=${slugOf(2)},${slugOf(3)}`));
    assert.deepEqual(
      [...calendar.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title),
      ['First', 'Overlaps <it>'],
    );
    const { status } = await server.ask(
      `/api/talks/search.ics?talk=${Array.from({ length: 200 }, (_, at) => slugOf(at)).join(',')}`,
    );
    assert.equal(status, 200);
  });

  it('answers 400 to malformed identifiers and to more than 200 talks', async () => {
    assert.equal((await server.ask('/my-talks?talk=moss')).status, 400);
    const many = Array.from({ length: 201 }, (_, at) => slugOf(at)).join(',');
    assert.equal((await server.ask(`/my-talks?talk=${many}`)).status, 400);
  });
});

describe('the header of every page', () => {
  it('links to /my-talks and carries the label of the star button', async () => {
    const [link] = elementsOf(textOf(await server.ask('/help?lang=de')), 'a').filter(
      ({ attributes }) => attributes.class === 'mine-link',
    );
    assert.deepEqual(link?.attributes.href, '/my-talks?lang=de');
    assert.equal(link.attributes['data-star'], 'Meine Vorträge: {title}');
    assert.deepEqual(textsOf(await page('?lang=de'), 'h1'), ['Meine Vorträge']);
  });
});
