import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { person, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';

const WHOLE = {
  end: '2041-03-04T11:00:00Z',
  title: 'Ready',
  description: 'All about it.',
  speakers: [slugOf(50)],
  venue: 'place:2',
};

function without(number: number, name: string, lacking: Readonly<Record<string, unknown>>) {
  return talk(slugOf(number), '2041-03-04T10:00:00Z', { ...WHOLE, title: `No ${name}`, ...lacking });
}

const OTHERS = [venue('place:2', { name: 'Great Hall' }), person(slugOf(50), { name: 'Ada Moss' })];

const server = testServer([
  ...OTHERS,
  talk(slugOf(1), '2041-03-04T10:00:00Z', WHOLE),
  without(2, 'title', { title: '' }),
  without(3, 'speaker', { speakers: [] }),
  without(4, 'speaker, but various', { speakers: [], various_speakers: true }),
  without(5, 'abstract', { description: '' }),
  without(6, 'room', { venue: null }),
  without(7, 'room, but online', { venue: null, online_url: 'https://meet.example.org/1' }),
  without(8, 'room but its details', { venue: null, location_details: 'Tent' }),
  without(9, 'end', { end: '2041-03-04T10:00:00Z' }),
]);

const FROM = 'from=2041-01-01';

async function found(missing: string): Promise<readonly number[]> {
  const talks = listAt(await server.read(`/api/talks/search?${FROM}&${missing}`), '_embedded', 'talks');
  return talks.map((one) => NUMBERS.find((number) => slugOf(number) === textAt(one, 'slug')) ?? 0);
}

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('a search for what is missing', () => {
  it('finds talks that lack any of what is asked for', async () => {
    assert.deepEqual(await found('missing=title'), [2]);
    assert.deepEqual(await found('missing=speaker'), [3]);
    assert.deepEqual(await found('missing=abstract'), [5]);
    assert.deepEqual(await found('missing=room'), [6]);
    assert.deepEqual(await found('missing=end'), [9]);
    assert.deepEqual(await found('missing=title,speaker&missing=end'), [2, 3, 9]);
    assert.deepEqual(await found('missing=title,speaker&attendance=online'), []);
  });

  it('follows a talk that is completed', async () => {
    const own = testServer([...OTHERS, without(1, 'abstract', { description: '' })]);
    const total = async (): Promise<unknown> =>
      valueAt(await own.read(`/api/talks/search?${FROM}&missing=abstract`), 'total');
    assert.equal(await total(), 1);
    await own.import([without(1, 'abstract', {})]);
    assert.equal(await total(), 0);
  });

  it('is a page with filters that can be taken away, a feed, a calendar and a digest', async () => {
    const page = textOf(await server.ask(`/search?${FROM}&missing=title,end`));
    assert.match(page, />No end yet</);
    assert.match(page, />No title yet</);
    assert.match(page, /To be announced/);
    assert.doesNotMatch(page, />Ready</);
    for (const path of ['/api/talks/search.ics', '/api/talks/search.atom', '/embed/talks', '/digest']) {
      const text = textOf(await server.ask(`${path}?from=2041-03-04&missing=speaker`));
      assert.match(text, /No speaker/, path);
      assert.doesNotMatch(text, /Ready/, path);
    }
  });

  it('is linked from the help page', async () => {
    const help = textOf(await server.ask('/help'));
    const [, href = ''] = /href="(\/search\?missing=[^"]*)"/.exec(help) ?? [];
    assert.equal((await server.ask(href.replaceAll('&amp;', '&'))).status, 200, href);
  });

  it('refuses anything else', async () => {
    const answer = await server.ask(`/api/talks/search?${FROM}&missing=title,coffee`);
    assert.equal(answer.status, 400);
    assert.deepEqual(valueAt(jsonOf(answer), 'errors', '0', 'parameter'), 'missing');
  });
});
