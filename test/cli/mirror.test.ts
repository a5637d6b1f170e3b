import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { listLines } from '#cli/reports/source-report.ts';
import { lectern, startLectern } from '../support/process/command.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import type { Answering } from '../support/http/strange-server.ts';
import { until } from '../support/until.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

type Json = Readonly<Record<string, unknown>>;

const into = databasesNamed('resumed', 'mended', 'busy');
const ALLOWED = { variables: { LECTERN_ALLOW_HOSTS: '127.0.0.1' } };

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

describe('the report on mirrored collections', () => {
  it('says what became of each collection', () => {
    const list = { slug: slugOf(9), title: 'Athena' };
    const lists = [
      ...(['kept', 'hidden', 'foreign'] as const).map((fate) => ({ ...list, fate })),
      { ...list, title: '', fate: 'missing' } as const,
    ];
    assert.deepEqual(
      listLines({ lists }).map((line) => line.replace(slugOf(9), 'slug')),
      [
        'List “Athena” (slug): no longer there; kept (--gone cancel or --gone remove hides it)',
        'List “Athena” (slug): no longer there; now hidden',
        'List “Athena” (slug): unchanged: the catalogue has one from elsewhere (--collection takes it over)',
        'List slug: not found; check the slug or address of --collection',
      ],
    );
  });

  it('lists the first 20 and counts the rest', () => {
    const kept = { slug: slugOf(9), title: 'Athena', fate: 'kept' } as const;
    const lines = listLines({ lists: new Array<typeof kept>(1021).fill(kept) });
    assert.deepEqual([lines.length, lines.at(-1)], [21, 'and 1,001 more lists']);
  });
});

describe('lectern import of an OxTalks API', () => {
  const folder = temporaryFolder();
  const talk = (number: number): Json => ({
    slug: slugOf(number),
    title: `Talk ${String(number)}`,
    start: '2026-06-01T17:00:00Z',
    end: '2026-06-01T18:00:00Z',
    formatted_date: '',
    _embedded: { topics: [] },
    series: { slug: slugOf(100 + number), title: `Series ${String(number)}` },
  });

  /** Three pages with one talk each. */
  const pages: Answering = (response, { url = '' }) => {
    const page = Number(/page=(\d)/.exec(url)?.[1] ?? '1');
    const next = page < 3 ? { href: `/api/talks/search?from=today&page=${String(page + 1)}` } : null;
    response.end(JSON.stringify({ _links: { next }, total: 3, _embedded: { talks: [talk(page)] } }));
  };
  const collection: Answering = (response) =>
    response.end(JSON.stringify({ _links: {}, title: 'Athena', description: '', _embedded: { talks: [talk(2)] } }));

  it('resumes an interrupted import with the pages it has kept, then deletes them', async () => {
    let hangs = true;
    const series =
      (number: number): Answering =>
      (response) => {
        if (number === 2 && hangs) return;
        const title = `Series ${String(number)}`;
        response.end(
          JSON.stringify({ title, description: `All of ${title}`, occurence: '', _embedded: { talks: [] } }),
        );
      };
    const server = await strangeServer({
      '/api/talks/search': pages,
      [`/api/collections/id/${slugOf(9)}`]: collection,
      ...Object.fromEntries([1, 2, 3].map((number) => [`/api/series/${slugOf(100 + number)}`, series(number)])),
    });
    const args = [
      'import',
      ...['--database', await into('resumed'), '--cache-folder', folder, '--collection', slugOf(9)],
      `${server.origin}/api/talks/search?from=today`,
    ];
    const kept = (): string[] => readdirSync(folder).filter((name) => name.startsWith('lectern-pages-'));
    try {
      const killed = startLectern(args, ALLOWED);
      await until(() => server.asked.length === 6, 'the second series to be asked for');
      killed.process.kill('SIGKILL');
      await killed.finished;
      assert.equal(kept().length, 1);
      assert.equal((await exported(await into('resumed'))).get('talk'), undefined);

      hangs = false;
      const done = await lectern(args, ALLOWED);
      assert.deepEqual([done.status, done.stderr], [0, '']);
      assert.match(done.stdout, /^ {2}4 × pages reused from an interrupted import$/m);
      assert.deepEqual(
        server.asked.slice(6).map(({ path }) => path.replace(/\?.*/, '')),
        ['/api/talks/search', `/api/series/${slugOf(102)}`, `/api/series/${slugOf(103)}`],
      );
      const records = await exported(await into('resumed'));
      assert.equal(records.get('talk')?.length, 3);
      assert.deepEqual(
        records.get('series')?.map(({ description }) => description),
        ['All of Series 1', 'All of Series 2', 'All of Series 3'],
      );
      const lists = records.get('collection')?.filter((list) => list.public === true);
      assert.deepEqual(
        lists?.map(({ title, talks }) => [title, talks]),
        [['Athena', [slugOf(2)]]],
      );
      assert.deepEqual(kept(), []);
    } finally {
      await server.close();
    }
  });

  it('requests all pages again after it was refused because of one of them', async () => {
    let isBroken = true;
    const second: Answering = (response, request, socket) => {
      if (isBroken && request.url?.includes('page=2') === true) response.end('<html>Down for maintenance</html>');
      else pages(response, request, socket);
    };
    const series: Answering = (response) =>
      response.end(JSON.stringify({ title: 'Series', description: '', occurence: '', _embedded: { talks: [] } }));
    const server = await strangeServer({
      '/api/talks/search': second,
      ...Object.fromEntries([1, 2, 3].map((number) => [`/api/series/${slugOf(100 + number)}`, series])),
    });
    const args = [
      'import',
      ...['--database', await into('mended'), '--cache-folder', folder],
      `${server.origin}/api/talks/search?from=today`,
    ];
    try {
      const refused = await lectern(args, ALLOWED);
      assert.equal(refused.status, 1, refused.stdout);
      isBroken = false;
      const done = await lectern(args, ALLOWED);
      assert.deepEqual([done.status, done.stderr], [0, '']);
      assert.equal((await exported(await into('mended'))).get('talk')?.length, 3);
    } finally {
      await server.close();
    }
  });

  it('waits as long as Retry-After says after status 429 or 503', async () => {
    let refused = 0;
    const busy: Answering = (response, request, socket) => {
      if (request.url?.includes('page=2') !== true || refused > 1) pages(response, request, socket);
      else response.writeHead(refused++ === 0 ? 429 : 503, { 'retry-after': '1' }).end();
    };
    const server = await strangeServer({ '/api/talks/search': busy });
    try {
      const done = await lectern(
        ['import', '--database', await into('busy'), `${server.origin}/api/talks/search?from=today`],
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
