import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lectern, startLectern } from '../support/command.js';
import type { Finished } from '../support/command.js';
import { databasesNamed } from '../support/fresh-database.js';
import { temporaryFolder } from '../support/folder.js';
import { serveLectern } from '../support/lectern-process.js';
import type { ServingProcess } from '../support/lectern-process.js';
import { strangeServer } from '../support/strange-server.js';
import type { Answering } from '../support/strange-server.js';
import { until } from '../support/until.js';
import { slugOf } from '../support/wire-records.js';

type Json = Readonly<Record<string, unknown>>;

const into = await databasesNamed('original', 'copy', 'series', 'resumed', 'busy');
const ALLOWED = { variables: { LECTERN_ALLOW_HOSTS: '127.0.0.1' } };

/** What the interface does not tell of a talk. */
const UNTOLD = ['uid', 'online_url', 'created', 'sequence', 'previous_start'];

async function exported(database: string): Promise<Map<string, Json[]>> {
  const { stdout } = await lectern(['export', '--database', database]);
  const byType = new Map<string, Json[]>();
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const record = JSON.parse(line) as Json;
    const type = String(record.type);
    byType.set(type, [...(byType.get(type) ?? []), record]);
  }
  return byType;
}

const without = (record: Json, fields: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));

describe('a mirror of a Lectern', () => {
  let serving: ServingProcess;
  const mirror = (database: string, path: string, ...more: string[]): Promise<Finished> =>
    lectern(['import', '--database', database, ...more, `http://127.0.0.1:${String(serving.port)}${path}`], ALLOWED);

  before(async () => {
    const sample = await lectern(['sample', '--talks', '1000', '--today', '2026-11-20']);
    await lectern(['import', '--database', into('original'), '-'], { input: sample.stdout });
    serving = await serveLectern(into('original'));
  });

  after(() => serving.kill());

  it('has every talk as it is, and all whom and what they name', async () => {
    const done = await mirror(into('copy'), '/api');
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.match(done.stdout, /: OxTalks, 1,000 talks, as source “127\.0\.0\.1:\d+\/api”\n/);
    const original = await exported(into('original'));
    const copy = await exported(into('copy'));
    const talks = (records: Map<string, Json[]>): Json[] =>
      (records.get('talk') ?? []).map((talk) => without(talk, UNTOLD));
    assert.deepEqual(talks(copy), talks(original));
    assert.equal(talks(copy).length, 1000);

    const told: Readonly<Record<string, readonly string[]>> = {
      person: ['web_address', 'email_address'],
      topic: [],
      series: ['description', 'occurence', 'web_address'],
      place: ['parent', 'latitude', 'longitude', 'accessibility'],
    };
    for (const [type, untold] of Object.entries(told)) {
      const known = new Map(
        (original.get(type) ?? []).map((record) => [record.slug ?? record.id ?? record.uri, record]),
      );
      const copied = copy.get(type) ?? [];
      assert.ok(copied.length > 20, type);
      for (const record of copied) {
        const source = known.get(record.slug ?? record.id ?? record.uri) ?? assert.fail(JSON.stringify(record));
        assert.deepEqual(without(record, untold), without(source, untold));
      }
    }
  });

  it('made again changes nothing', async () => {
    const done = await mirror(into('copy'), '/api/talks/search?from=0001-01-01&count=1000', '--source', 'mirror');
    assert.match(done.stdout, /^talk +0 +0 +1,000 +0$/m);
  });

  it('of a series has that alone, with what it says of itself', async () => {
    const [series] = (await exported(into('original'))).get('series') ?? [];
    const slug = String(series?.slug);
    const done = await mirror(into('series'), `/api/series/${slug}`);
    assert.equal(done.status, 0, done.stderr);
    assert.deepEqual((await exported(into('series'))).get('series'), [series]);
  });
});

describe('a mirror that is interrupted', () => {
  const folder = temporaryFolder();
  const talk = (number: number): Json => ({
    slug: slugOf(number),
    title: `Talk ${String(number)}`,
    start: '2026-06-01T17:00:00Z',
    end: '2026-06-01T18:00:00Z',
    formatted_date: '',
  });

  /** Five pages of a talk each; at the third it hangs until it is told to go on. */
  const pages =
    (hangs: () => boolean): Answering =>
    (response, { url = '' }) => {
      const page = Number(/page=(\d)/.exec(url)?.[1] ?? '1');
      if (page === 3 && hangs()) return;
      const next = page < 5 ? { href: `/api/talks/search?from=today&page=${String(page + 1)}` } : null;
      response.end(JSON.stringify({ _links: { next }, total: 5, _embedded: { talks: [talk(page)] } }));
    };

  it('goes on where it was, and leaves nothing behind', async () => {
    let hangs = true;
    const server = await strangeServer({ '/api/talks/search': pages(() => hangs) });
    const args = [
      'import',
      ...['--database', into('resumed'), '--cache-folder', folder],
      `${server.origin}/api/talks/search?from=today`,
    ];
    const kept = (): string[] => readdirSync(folder).filter((name) => name.startsWith('lectern-pages-'));
    try {
      const killed = startLectern(args, ALLOWED);
      await until(() => server.asked.length === 3, 'the third page to be asked for');
      killed.process.kill('SIGKILL');
      await killed.finished;
      assert.equal(kept().length, 1);
      assert.equal((await exported(into('resumed'))).get('talk'), undefined);

      hangs = false;
      const done = await lectern(args, ALLOWED);
      assert.deepEqual([done.status, done.stderr], [0, '']);
      assert.match(done.stdout, /^ {2}1 × pages used again that an import which was interrupted had fetched$/m);
      assert.deepEqual(
        server.asked.slice(3).map(({ path }) => /page=\d|$/.exec(path)?.[0]),
        ['', 'page=3', 'page=4', 'page=5'],
      );
      assert.equal((await exported(into('resumed'))).get('talk')?.length, 5);
      assert.deepEqual(kept(), []);
      assert.ok(existsSync(join(folder)));
    } finally {
      await server.close();
    }
  });

  it('waits for a server that is busy, for as long as it asks', async () => {
    let refused = 0;
    const fine = pages(() => false);
    const busy: Answering = (response, request, socket) => {
      if (request.url?.includes('page=2') !== true || refused > 1) fine(response, request, socket);
      else response.writeHead(refused++ === 0 ? 429 : 503, { 'retry-after': '1' }).end();
    };
    const server = await strangeServer({ '/api/talks/search': busy });
    try {
      const done = await lectern(
        ['import', '--database', into('busy'), `${server.origin}/api/talks/search?from=today`],
        ALLOWED,
      );
      assert.deepEqual([done.status, done.stderr], [0, '']);
      const times = server.asked.filter(({ path }) => path.includes('page=2')).map(({ at }) => at);
      assert.equal(times.length, 3);
      const [first = 0, second = 0, third = 0] = times;
      // Timers may fire up to a millisecond early.
      assert.ok(second - first >= 998 && third - second >= 998, times.join());
    } finally {
      await server.close();
    }
  });
});
