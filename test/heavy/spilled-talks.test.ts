import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, it } from 'node:test';
import { startTestServer } from '../support/http/server.ts';
import { series, slugOf, talk } from '../support/catalogue/wire-records.ts';

const SERIES = slugOf(0xaaaa);
const COUNT = 140;

it('talks that do not fit into memory are read back from disk with the same bytes', async () => {
  // 12 MB of rendered talks in each representation, with 8 MiB of memory for them.
  const talks = Array.from({ length: COUNT }, (_, n) =>
    talk(slugOf(n), `2026-01-01T12:00:${String(n % 60).padStart(2, '0')}Z`, {
      series: SERIES,
      description: `${String(n)} ${`${String(n)}·`.repeat(20_000)}`,
    }),
  );
  const records = [series(SERIES), ...talks];
  const small = await startTestServer(records, { talkMemory: 1, answerMemory: 0 });
  after(() => small.close());
  const large = await startTestServer(records, { talkMemory: 512, answerMemory: 0 });
  after(() => large.close());

  const paths = [
    ...Array.from({ length: 2 }, (_, n) => `/api/talks/search?from=2026-01-01&count=70&page=${String(n + 1)}`),
    `/api/series/${SERIES}`,
    ...Array.from({ length: 12 }, (_, n) => `/api/talks/${slugOf(n * 10)}`),
  ];
  for (let round = 0; round < 2; round += 1) {
    for (const path of paths) {
      for (const accept of ['application/json', 'application/xml']) {
        const one = await small.ask(path, { headers: { accept } });
        const other = await large.ask(path, { headers: { accept } });
        assert.equal(one.status, 200);
        assert.equal(one.headers.etag, other.headers.etag, `${path} ${accept}`);
        assert.ok(one.body.equals(other.body), `${path} ${accept}`);
      }
    }
  }
  const names = await readdir(small.folder);
  assert.deepEqual(
    names.filter((name) => name.includes('rendered')),
    [],
    'a file is left behind',
  );
});
