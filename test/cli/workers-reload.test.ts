import assert from 'node:assert/strict';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { askPort } from '../support/http/ask.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { importRecords } from '../support/db/import-records.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { valueAt } from '../support/json-value.ts';
import { LECTERN } from '../support/process/command.ts';
import { runsSources } from '../support/runner/sources.ts';
import { isAlive, serveWorkers, type ServingWorkers } from '../support/process/serving-workers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { oneToEach } from '../support/process/worker-connections.ts';
import { WorkerReaders } from '../support/process/worker-readers.ts';

const folder = temporaryFolder();
const TALKS = Array.from({ length: 200 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'ä δ '.repeat(500)}` }),
);
const database = importedDatabase(TALKS);

/** Changes the status text of `src/server/ops/health.ts` when it is loaded. */
const REPLACES_HEALTH = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith('/src/server/ops/health.ts')) return loaded;
      return { ...loaded, source: String(loaded.source).replace("'alive'", "'ALIVE'") };
    },
  });
`;

const REFUSED = 'the new worker did not become ready; reload stopped, the old workers keep serving';

async function serving(t: TestContext, count: number, args: readonly string[] = []): Promise<ServingWorkers> {
  const workers = await serveWorkers(await database(), count, args);
  t.after(() => workers.kill());
  return workers;
}

describe('lectern serve reloaded by SIGHUP', () => {
  it('replaces every worker under load without a failed request', async (t) => {
    const workers = await serving(t, 2);
    const readers = new WorkerReaders(workers.port, 4);
    for (let time = 1; time <= 2; time += 1) {
      const before = readers.asked;
      await until(() => readers.asked > before + 50, 'some answers');
      workers.process.kill('SIGHUP');
      await workers.logged('reloaded: all workers replaced', time);
    }
    await readers.end();
    assert.deepEqual(readers.wrong, []);
    const [first = 0, second = 0, ...fresh] = workers.readied();
    assert.equal(fresh.length, 4);
    assert.ok(!isAlive(first) && !isAlive(second));
    assert.equal(fresh.filter(isAlive).length, 2);
    for (const connection of await oneToEach(workers.port, 2)) connection.end();
  });

  it('answers /readyz with status 200 on idle connections that it keeps for now', async (t) => {
    const workers = await serving(t, 2);
    const [connection, other] = await oneToEach(workers.port, 2);
    assert.ok(connection !== undefined && other !== undefined);
    workers.process.kill('SIGHUP');
    await until(() => workers.readied().length === 3, 'a new worker');
    // At shutdown, it would be 503.
    let answer = await connection.ask('/readyz');
    while (answer.headers.connection !== 'close') answer = await connection.ask('/readyz');
    assert.equal(answer.status, 200);
    await connection.closed;
    await until(() => workers.readied().length === 4, 'the second new worker');
    // The draining worker keeps its connection for long, but not at shutdown.
    workers.process.kill('SIGTERM');
    assert.equal((await workers.finished).status, 0);
    await other.closed;
  });

  it('runs the program that is now on disk, even behind a symbolic link that has changed', async (t) => {
    const releases = join(folder, 'releases');
    /** A release that differs in one file from the sources here, whose compiled code is cached. */
    const release = async (name: string): Promise<string> => {
      const path = join(releases, name);
      await mkdir(path, { recursive: true });
      await writeFile(
        join(path, 'main.mjs'),
        `import './health.mjs';\nawait import('${pathToFileURL(LECTERN).href}');\n`,
      );
      await writeFile(join(path, 'health.mjs'), REPLACES_HEALTH.replace('ALIVE', `alive, and of the ${name} release`));
      return path;
    };
    const current = join(releases, 'current');
    await symlink(await release('first'), current);
    const workers = await serveWorkers(await database(), 2, [], {
      program: join(current, 'main.mjs'),
      variables: runsSources(),
    });
    t.after(() => workers.kill());
    const { port } = workers;

    await symlink(await release('second'), join(releases, 'next'));
    await rename(join(releases, 'next'), current);
    assert.deepEqual(jsonOf(await askPort(port, '/healthz')), { status: 'alive, and of the first release' });
    workers.process.kill('SIGHUP');
    await workers.logged('reloaded: all workers replaced');
    for (const connection of await oneToEach(port, 2)) {
      assert.deepEqual(jsonOf(await connection.ask('/healthz')), { status: 'alive, and of the second release' });
      connection.end();
    }
  });

  it('keeps the old workers if new ones cannot start, and logs why', async (t) => {
    const own = await databaseOf(t);
    await importRecords(own.address, TALKS.slice(0, 5));
    const workers = await serveWorkers(own.address, 2);
    t.after(() => workers.kill());
    const asked = `/api/talks/${slugOf(1)}`;
    for (const connection of await oneToEach(workers.port, 2)) {
      await connection.ask(asked);
      connection.end();
    }
    const before = workers.readied();
    await own.hide();
    workers.process.kill('SIGHUP');
    await workers.logged(REFUSED);
    const reason = workers.log().find((line) => valueAt(line, 'msg') === REFUSED);
    assert.match(String(valueAt(reason, 'reason')), /^(There is no catalogue|The catalogue) at /);
    assert.deepEqual([workers.readied(), before.every(isAlive)], [before, true]);
    assert.equal((await workers.ask(asked)).status, 200);
    await own.show();
    workers.process.kill('SIGHUP');
    await workers.logged('reloaded: all workers replaced');
    assert.ok(!before.some(isAlive));
  });

  it('keeps serving as a single process, and logs that it cannot reload', async (t) => {
    const { serveLectern } = await import('../support/process/lectern-process.ts');
    const alone = await serveLectern(await database());
    t.after(() => alone.kill());
    alone.process.kill('SIGHUP');
    await until(() => alone.said().stderr.includes('--workers 2'), 'the message in the log');
    assert.equal((await alone.ask('/readyz')).status, 200);
  });
});
