import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lectern, lecternProcess } from '../support/process/command.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';
import { NO_POSTGRES } from '../support/postgres/shared.ts';
import { ownServer, type OwnServer } from './places.ts';

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
