import assert from 'node:assert/strict';
import { copyFileSync, closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext, after } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';
import { NO_POSTGRES } from '../support/postgres/shared.ts';
import { failedServe } from './failed-serve.ts';
import { KINDS_OF_DAMAGE } from './kinds-of-damage.ts';
import { ownServer, type OwnServer } from './places.ts';

/** How a server without a copy reacts to a damaged file: it exits with a message, or serves the undamaged talks. */
const KINDS: Readonly<Record<string, 'ends' | 'serves'>> = {
  'a letter of a talk is replaced': 'serves',
  'a page of the talk_record table is zeroed': 'serves',
  'the header of a page of the talk table is garbage': 'ends',
  'the file is cut in half': 'ends',
  'the file is cut to its header': 'ends',
  'the magic string is garbage': 'ends',
  'the page size in the header is wrong': 'ends',
  'the first page is zeroed': 'ends',
};

describe('lectern serve on a damaged file', { concurrency: false }, () => {
  const folder = temporaryFolder();
  const whole = join(folder, 'whole.db');
  let slugs: readonly string[] = [];

  before(async () => {
    const sample = await lectern(['sample', '--talks', '60', '--today', '2026-03-27']);
    const imported = await lectern(['import', '--database', `sqlite:${whole}`, '-'], { input: sample.stdout });
    assert.equal(imported.status, 0, imported.stderr);
    slugs = [...sample.stdout.matchAll(/^\{"type":"talk","slug":"([^"]+)"/gm)].map(([, slug = '']) => slug);
    assert.ok(slugs.length >= 60);
  });

  const damaged = (what: string): string => {
    const path = join(folder, `${what.replaceAll(' ', '-')}.db`);
    copyFileSync(whole, path);
    damage(what, path);
    return `sqlite:${path}`;
  };
  const damage = (what: string, path: string): void => {
    const kind = KINDS_OF_DAMAGE.find((one) => one.what === what) ?? assert.fail(`unknown kind of damage: ${what}`);
    kind.damage(path);
  };

  for (const [what, becomes] of Object.entries(KINDS)) {
    if (becomes === 'ends') {
      it(`exits with status 1 and one line if ${what}`, async () => {
        const { status, stdout, stderr } = await failedServe(['--database', damaged(what)]);
        assert.deepEqual([status, stdout], [1, ''], stderr);
        assert.match(stderr, /^lectern: [^\n]+\n$/);
      });
      continue;
    }
    it(`without a copy, reports damaged talks with 503, in /readyz and in metrics if ${what}`, async (t) => {
      const serving = await served(t, damaged(what), mkdtempSync(join(folder, 'fresh-')));
      const lost = await lostOf(serving, slugs);
      assert.ok(lost.length > 0 && lost.length < slugs.length, String(lost.length));
      if (what.includes('letter')) assert.equal(lost.length, 1);
      await assertTellsDamage(serving);
    });

    it(`with a copy, answers all of them as before, and damage is reported if ${what}`, async (t) => {
      const cache = mkdtempSync(join(folder, 'cache-'));
      const database = `sqlite:${join(cache, 'talks.db')}`;
      copyFileSync(whole, join(cache, 'talks.db'));
      const before = await served(t, database, cache);
      const bodies = await bodiesOf(before, slugs);
      await before.kill();
      damage(what, join(cache, 'talks.db'));
      const serving = await served(t, database, cache);
      assert.deepEqual(await bodiesOf(serving, slugs), bodies);
      // A server that has copied a record does not read it again, so only what SQLite itself finds is reported.
      if (!what.includes('letter')) await assertTellsDamage(serving);
      assert.deepEqual(await bodiesOf(serving, slugs), bodies);
      await assertCommandsReport(database, /^ *talk|is corrupt|talk_record/m);
    });
  }
});

/** Starts a server whose copy is in this folder. */
async function served(t: TestContext, database: string, cache: string): Promise<ServingProcess> {
  const serving = await serveLectern(database, [
    '--base-url',
    'https://talks.university.test',
    '--cache-folder',
    cache,
  ]);
  t.after(() => serving.kill());
  return serving;
}

async function bodiesOf(serving: ServingProcess, slugs: readonly string[]): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (const slug of slugs) {
    const answer = await serving.ask(`/api/talks/${slug}`);
    assert.equal(answer.status, 200, slug);
    bodies.push(textOf(answer));
  }
  return bodies;
}

/** The talks that are answered with 503. All others must be answered with 200. */
async function lostOf(serving: ServingProcess, slugs: readonly string[]): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const slug of slugs) {
    const { status } = await serving.ask(`/api/talks/${slug}`);
    assert.ok(status === 200 || status === 503, `${slug}: ${String(status)}`);
    if (status === 503) lost.push(slug);
  }
  return lost;
}

/** The health page, which stays 200, and the metrics say how much is damaged. */
async function assertTellsDamage(serving: ServingProcess): Promise<void> {
  const told = async (): Promise<readonly unknown[]> => {
    const records = valueAt(jsonOf(await serving.ask('/readyz')), 'damage', 'records');
    return isList(records) ? records : [];
  };
  await until(async () => (await told()).length > 0, '/readyz to report the damage');
  assert.equal((await serving.ask('/readyz')).status, 200);
  const [, records] = /^lectern_catalogue_damaged_records (\d+)$/m.exec(await serving.metrics()) ?? [];
  assert.ok(Number(records) >= (await told()).length, records);
}

async function assertCommandsReport(database: string, check: RegExp): Promise<void> {
  const checked = await lectern(['check', '--database', database]);
  assert.equal(checked.status, 1);
  assert.match(checked.stderr, check);
  const exported = await lectern(['export', '--database', database]);
  assert.equal(exported.status, 1);
  assert.match(exported.stderr, /^lectern: .+ is damaged: [^\n]+\n$/);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const PAGE = 8192;

describe('a PostgreSQL page with a wrong checksum', { skip: NO_POSTGRES, concurrency: false }, () => {
  let place: OwnServer;
  let slugs: readonly string[] = [];

  before(async () => {
    place = await ownServer();
    const sample = await lectern(['sample', '--talks', '200', '--today', '2026-03-27']);
    const imported = await lectern(['import', '--database', place.address, '-'], { input: sample.stdout });
    assert.equal(imported.status, 0, imported.stderr);
    slugs = [...sample.stdout.matchAll(/^\{"type":"talk","slug":"([^"]+)"/gm)].map(([, slug = '']) => slug);
  });
  after(() => place.remove());

  /** Overwrites part of a page while the server is stopped, so that the checksum in its header is wrong. */
  async function damagePage(table: string, page: number): Promise<void> {
    const { server, name } = place;
    const [row] = await server.query(`SELECT pg_relation_filepath('lectern.${table}') AS path`, name);
    const path = String(row?.path);
    await server.stop('fast');
    const file = openSync(join(server.data, path), 'r+');
    writeSync(file, Buffer.alloc(512, 'damage '), 0, 512, page * PAGE + PAGE / 2);
    closeSync(file);
    await server.start();
  }

  it('of the talk_record table is reported: with a copy all talks are answered as before, without one its own are 503', async (t) => {
    const cache = mkdtempSync(join(place.folder, 'cache-'));
    const before = await served(t, place.address, cache);
    const bodies = await bodiesOf(before, slugs);
    await before.kill();
    await damagePage('talk_record', 0);

    const withCopy = await served(t, place.address, cache);
    assert.deepEqual(await bodiesOf(withCopy, slugs), bodies);
    await assertTellsDamage(withCopy);
    assert.deepEqual(await bodiesOf(withCopy, slugs), bodies);
    await withCopy.kill();

    const without = await served(t, place.address, mkdtempSync(join(place.folder, 'fresh-')));
    const lost = await lostOf(without, slugs);
    assert.ok(lost.length > 0 && lost.length < slugs.length, String(lost.length));
    for (const [at, slug] of slugs.entries())
      if (!lost.includes(slug)) assert.equal(textOf(await without.ask(`/api/talks/${slug}`)), bodies[at]);
    await assertTellsDamage(without);
    await assertCommandsReport(place.address, /the table talk cannot be read to its end \(XX001\)/);
  });

  it('of the talk table makes serve exit with status 1 and one line', async () => {
    await damagePage('talk', 0);
    const { status, stdout, stderr } = await failedServe([
      '--database',
      place.address,
      '--cache-folder',
      mkdtempSync(join(place.folder, 'fresh-')),
    ]);
    assert.deepEqual([status, stdout], [1, ''], stderr);
    assert.match(stderr, /^lectern: .+ is damaged: [^\n]+\n$/);
  });
});
