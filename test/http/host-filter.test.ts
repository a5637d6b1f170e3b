import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { person, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { textOf } from '../support/http/http-answer.ts';
import { textOf as textIn } from '../support/render/markup.ts';
import { ofClass } from '../support/render/page.ts';
import { testServer } from '../support/http/server.ts';

const [ADA, BO, NOBODY] = [slugOf(60), slugOf(61), slugOf(62)];

const server = testServer([
  person(ADA, { name: 'Ada Host' }),
  person(BO, { name: 'Bo Both' }),
  talk(slugOf(1), '2041-03-01T10:00:00Z', { title: 'Hosted', speakers: [BO], hosts: [ADA] }),
  talk(slugOf(2), '2041-03-02T10:00:00Z', { title: 'Hosted by two', hosts: [BO, ADA], organisers: [BO] }),
  talk(slugOf(3), '2041-03-03T10:00:00Z', { title: 'Spoken', speakers: [ADA], organisers: [ADA] }),
  talk(slugOf(4), '2041-03-04T10:00:00Z', { title: 'Of nobody' }),
]);

async function titles(query: string): Promise<readonly unknown[]> {
  const found = await server.read(`/api/talks/search?from=2041-01-01&${query}`);
  return (valueAt(found, '_embedded', 'talks') as readonly unknown[]).map((one) => valueAt(one, 'title_display'));
}

describe('the host parameter', () => {
  it('finds the talks that a person hosts, not those that they speak at or organise', async () => {
    assert.deepEqual(await titles(`host=${ADA}`), ['Hosted', 'Hosted by two']);
    assert.deepEqual(await titles(`host=${BO}`), ['Hosted by two']);
    assert.deepEqual(await titles(`host=${BO}&host=${ADA}`), ['Hosted', 'Hosted by two']);
    assert.deepEqual(await titles(`host=${ADA}&speaker=${BO}`), ['Hosted']);
    assert.deepEqual(await titles(`host=${NOBODY}`), []);
  });

  it('works in feeds, embedded lists and the search page, which names the person', async () => {
    assert.match(textOf(await server.ask(`/api/talks/search.ics?host=${BO}&from=2041-01-01`)), /SUMMARY:Hosted by two/);
    const page = textOf(await server.ask(`/search?from=2041-01-01&host=${ADA}`));
    assert.deepEqual(ofClass(page, 'chip').map(textIn)[1], 'Remove: Host Ada Host ×');
    assert.ok(page.includes(`name="host" value="${ADA}"`));
    assert.match(textOf(await server.ask(`/embed/talks?from=2041-01-01&host=${ADA}`)), /Hosted by two/);
  });

  it('returns 400 unless its value is a slug', async () => {
    const answer = await server.ask('/api/talks/search?from=2041-01-01&host=ada');
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), /"host"/);
  });
});
