import assert from 'node:assert/strict';
import { copyFileSync, closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext, after } from 'node:test';
import { lectern, lecternProcess } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';
import { NO_POSTGRES } from '../support/postgres/shared.ts';
import { KINDS_OF_DAMAGE } from './kinds-of-damage.ts';
import { ownServer, type OwnServer } from './places.ts';

/** How a server reacts to a damaged file: it exits with a message, or serves the undamaged talks. */
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
    const kind = KINDS_OF_DAMAGE.find((one) => one.what === what) ?? assert.fail(`unknown kind of damage: ${what}`);
    const path = join(folder, `${what.replaceAll(' ', '-')}.db`);
    copyFileSync(whole, path);
    kind.damage(path);
    return `sqlite:${path}`;
  };

  for (const [what, becomes] of Object.entries(KINDS)) {
    if (becomes === 'ends') {
      it(`exits with status 1 and one line if ${what}`, async () => {
        const { status, stdout, stderr } = await lecternProcess(['serve', '--port', '0', '--database', damaged(what)]);
        assert.deepEqual([status, stdout], [1, ''], stderr);
        assert.match(stderr, /^lectern: [^\n]+\n$/);
      });
      continue;
    }
    it(`reports damaged talks with 503, in /readyz and in metrics if ${what}`, async (t) => {
      const serving = await served(t, damaged(what));
      const statuses = new Map<number, number>();
      for (const slug of slugs) {
        const { status } = await serving.ask(`/api/talks/${slug}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const [whole = 0, lost = 0] = [statuses.get(200), statuses.get(503)];
      assert.ok(lost > 0 && whole + lost === slugs.length, JSON.stringify([...statuses]));
      if (what.includes('letter')) assert.equal(lost, 1);
      await until(async () => (await damageTold(serving)).length > 0, '/readyz to report the damage');
      assert.equal((await serving.ask('/readyz')).status, 200);
      const [, records] = /^lectern_catalogue_damaged_records (\d+)$/m.exec(await serving.metrics()) ?? [];
      assert.ok(Number(records) >= (await damageTold(serving)).length);
    });
  }

  async function served(t: TestContext, database: string): Promise<ServingProcess> {
    const serving = await serveLectern(database);
    t.after(() => serving.kill());
    return serving;
  }

  async function damageTold(serving: ServingProcess): Promise<readonly unknown[]> {
    const told = valueAt(jsonOf(await serving.ask('/readyz')), 'damage', 'records');
    return isList(told) ? told : [];
  }
});

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

  it('of the talk_record table gives 503 for its talks only and is reported by check, export and /readyz', async (t) => {
    await damagePage('talk_record', 0);
    const serving = await serveLectern(place.address);
    t.after(() => serving.kill());
    const statuses: number[] = [];
    for (const slug of slugs) statuses.push((await serving.ask(`/api/talks/${slug}`)).status);
    const [whole, lost] = [200, 503].map((status) => statuses.filter((one) => one === status).length);
    assert.ok(whole !== undefined && lost !== undefined && whole > 0 && lost > 0, statuses.join());
    assert.equal(whole + lost, slugs.length);
    await until(
      async () => valueAt(jsonOf(await serving.ask('/readyz')), 'damage') !== undefined,
      '/readyz to report the damage',
    );
    assert.equal((await serving.ask('/readyz')).status, 200);
    assert.match(await serving.metrics(), /^lectern_catalogue_damaged_records [1-9]/m);

    const checked = await lectern(['check', '--database', place.address]);
    assert.equal(checked.status, 1);
    assert.match(checked.stderr, /the table talk cannot be read to its end \(XX001\)/);
    const exported = await lectern(['export', '--database', place.address]);
    assert.equal(exported.status, 1);
    assert.match(exported.stderr, /^lectern: .+ is damaged: PostgreSQL cannot read part of it \(XX001\)[^\n]*\n$/);
  });

  it('of the talk table makes serve exit with status 1 and one line', async () => {
    await damagePage('talk', 0);
    const { status, stdout, stderr } = await lecternProcess(['serve', '--port', '0', '--database', place.address]);
    assert.deepEqual([status, stdout], [1, ''], stderr);
    assert.match(stderr, /^lectern: .+ is damaged: [^\n]+\n$/);
  });
});
