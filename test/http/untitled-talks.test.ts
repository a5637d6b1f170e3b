import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '#store/open.ts';
import { decoded } from '../support/http/http-answer.ts';
import { recordsOf } from '../support/db/import-into.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const AT = '2027-01-01T10:00:00Z';
const server = testServer(
  [
    talk(slugOf(1), AT, { title: undefined }),
    talk(slugOf(2), AT, { title: null }),
    talk(slugOf(3), AT, { title: '' }),
    talk(slugOf(4), AT, { title: 'On moss' }),
  ],
  { untitled: 'Title to follow' },
);

async function found(q: string): Promise<readonly string[]> {
  const answer = await server.read(`/api/talks/search?${new URLSearchParams({ from: '2027-01-01', q }).toString()}`);
  return listAt(answer, '_embedded', 'talks').map((one) => textAt(one, 'slug'));
}

describe('a talk without a title', () => {
  it('shows the words of --untitled in the API, pages, calendars and feeds', async () => {
    const answer = await server.read(`/api/talks/${slugOf(1)}`);
    assert.deepEqual(
      [valueAt(answer, 'title'), valueAt(answer, 'title_display')],
      ['Title to follow', 'Title to follow'],
    );
    const paths = [
      `/talks/id/${slugOf(2)}/`,
      `/api/talks/${slugOf(3)}.ics`,
      '/api/talks/search.atom?from=2027-01-01',
      '/search?from=2027-01-01',
    ];
    for (const path of paths) {
      assert.match(decoded(await server.ask(path)).toString(), /Title to follow/, path);
    }
  });

  it('is found by the words of --untitled', async () => {
    const untitled = [1, 2, 3].map(slugOf);
    assert.deepEqual(await found('title to follow'), untitled);
    assert.deepEqual(await found('"to follow"'), untitled);
    assert.deepEqual(await found('foll'), untitled);
    assert.deepEqual(await found('moss'), [slugOf(4)]);
    assert.deepEqual(await found('"follow title"'), []);
  });

  it('is stored without a title', async () => {
    const store = await openStore((await server.started()).database.address, { mode: 'read' });
    const titles = (await recordsOf(store)).map((record) => ('title' in record ? record.title : undefined));
    await store.close();
    assert.deepEqual(titles, ['', '', '', 'On moss']);
  });
});
