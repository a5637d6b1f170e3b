import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { elementsOf } from '../support/render/page-markup.ts';
import { textOf as wordsOf } from '../support/render/markup.ts';

const DAY = 86_400;
const [FIRST, LAST] = [Date.parse('2041-01-14') / 1000 / DAY, Date.parse('2041-03-10') / 1000 / DAY];

const server = testServer(
  [
    talk(slugOf(1), '2041-01-13T10:00:00Z', { title: 'Before term' }),
    talk(slugOf(2), '2041-01-14T10:00:00Z', { title: 'On the first day' }),
    talk(slugOf(3), '2041-03-10T10:00:00Z', { title: 'On the last day' }),
    talk(slugOf(4), '2041-03-11T10:00:00Z', { title: 'After term' }),
  ],
  { terms: [{ name: 'Hilary & co', first: FIRST, last: LAST }] },
);

const TERM = 'from=term:hilary-co&to=term';

async function textAt(path: string, accept = 'text/html'): Promise<string> {
  const answer = await server.ask(path, { headers: { accept } });
  assert.equal(answer.status, 200, path);
  return textOf(answer);
}

/** The texts beside dates that name a week of term. */
async function weeksOn(path: string): Promise<readonly string[]> {
  return elementsOf(await textAt(path), 'span')
    .filter(({ attributes }) => attributes.class === 'term-week')
    .map((one) => wordsOf(one));
}

function titlesIn(text: string): readonly string[] {
  return ['Before term', 'On the first day', 'On the last day', 'After term'].filter((title) => text.includes(title));
}

describe('a term', () => {
  it('can be asked for on pages, in calendars, feeds, embedded lists and digests', async () => {
    for (const path of [
      `/search?${TERM}`,
      `/agenda?${TERM}`,
      `/api/talks/search.ics?${TERM}`,
      `/api/talks/search.atom?${TERM}`,
      `/api/talks/search.csv?${TERM}`,
      `/embed/talks?${TERM}`,
      `/digest?${TERM}`,
    ])
      assert.deepEqual(titlesIn(await textAt(path, '*/*')), ['On the first day', 'On the last day'], path);
  });

  it('is a malformed date in JSON and XML, to which pages link with dates', async () => {
    const answer = await server.ask(`/api/talks/search?${TERM}`);
    assert.equal(answer.status, 400);
    assert.deepEqual(
      (valueAt(jsonOf(answer), 'errors') as readonly { readonly parameter: string }[]).map(
        ({ parameter }) => parameter,
      ),
      ['from', 'to'],
    );
    const page = await textAt(`/search?${TERM}`);
    const [, json = ''] = /href="(\/api\/talks\/search\.json\?[^"]*)"/.exec(page) ?? [];
    assert.equal(json, '/api/talks/search.json?from=2041-01-14&amp;to=2041-03-10');
    assert.equal((await server.ask(json.replace('&amp;', '&'))).status, 200);
    const toEnd = /href="(\/api\/talks\/search\.json\?[^"]*)"/.exec(await textAt('/search?to=term:hilary-co'))?.[1];
    assert.equal(toEnd, '/api/talks/search.json?from=today&amp;to=2041-03-10');
  });

  it('is named beside the date with its week', async () => {
    assert.deepEqual(await weeksOn(`/search?from=2041-01-13&to=2041-03-11`), [
      '· Week 1, Hilary & co',
      '· Week 8, Hilary & co',
    ]);
    assert.deepEqual(await weeksOn(`/search?${TERM}&lang=de`), ['· Woche 1, Hilary & co', '· Woche 8, Hilary & co']);
    assert.deepEqual(await weeksOn(`/talks/id/${slugOf(2)}/`), ['Week 1, Hilary & co']);
    assert.deepEqual(await weeksOn(`/talks/id/${slugOf(1)}/`), []);
    assert.deepEqual(await weeksOn(`/embed/talks?${TERM}`), ['· Week 1, Hilary & co', '· Week 8, Hilary & co']);
    const week = await textAt('/calendar/week/2041-W03');
    assert.match(week, /<p class="calendar-beside"><bdi>Week 1, Hilary &amp; co<\/bdi><\/p>/);
    assert.match(await textAt('/calendar/day/2041-03-10'), /<p class="calendar-beside"><bdi>Week 8, Hilary &amp; co</);
    assert.doesNotMatch(await textAt('/calendar/day/2041-03-11'), /calendar-beside/);
    assert.match(await textAt('/calendar/week/2041-W11'), /<p class="calendar-beside"><bdi>Week 11</);
    assert.match(
      await textAt(`/digest?${TERM}&format=txt`, '*/*'),
      /Monday 14 January 2041 · Week 1, Hilary & co\n-+\n/,
    );
  });
});
