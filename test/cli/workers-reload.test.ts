import assert from 'node:assert/strict';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { jsonOf } from '../support/http/http-answer.ts';
import { importRecords } from '../support/db/import-records.ts';
import { valueAt } from '../support/json-value.ts';
import { LECTERN } from '../support/process/command.ts';
import { runsSources } from '../support/runner/sources.ts';
import { isAlive, serveWorkers } from '../support/process/serving-workers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { Lazy } from '../support/lazy.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { oneToEach } from '../support/process/worker-connections.ts';
import { WorkerReaders } from '../support/process/worker-readers.ts';

const folder = temporaryFolder();
const TALKS = Array.from({ length: 200 }, (_, n) =>
  talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'ä δ '.repeat(500)}` }),
);

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

/** A release that differs in one file from the sources here, whose compiled code is cached. */
async function release(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, 'main.mjs'), `import './health.mjs';\nawait import('${pathToFileURL(LECTERN).href}');\n`);
  await writeFile(join(path, 'health.mjs'), REPLACES_HEALTH.replace('ALIVE', `alive, and of the ${name} release`));
  return path;
}

describe('lectern serve reloaded by SIGHUP', () => {
  const current = join(folder, 'current');
  const database = new Lazy(async () => {
    const fresh = await freshDatabase();
    await importRecords(fresh.address, TALKS);
    return fresh;
  });
  /** Shared by all tests. The last one ends it. */
  const shared = new Lazy(async () => {
    await symlink(await release('first'), current);
    const { address, folder: cache } = await database.get();
    return serveWorkers(address, 2, ['--cache-folder', cache], {
      program: join(current, 'main.mjs'),
      variables: runsSources(),
    });
  });
  after(async () => {
    await (await shared.made)?.kill();
    await (await database.made)?.remove();
  });

  it('runs the program that is now on disk, even behind a symbolic link that has changed, without a failed request', async () => {
    const workers = await shared.get();
    const before = workers.readied();
    await symlink(await release('second'), join(folder, 'next'));
    await rename(join(folder, 'next'), current);
    assert.deepEqual(jsonOf(await workers.ask('/healthz')), { status: 'alive, and of the first release' });
    const readers = new WorkerReaders(workers.port, 4);
    await until(() => readers.asked > 50, 'some answers');
    workers.process.kill('SIGHUP');
    await workers.logged('reloaded: all workers replaced');
    await readers.end();
    assert.deepEqual(readers.wrong, []);
    const fresh = workers.readied().slice(2);
    assert.deepEqual([fresh.length, fresh.every(isAlive), before.some(isAlive)], [2, true, false]);
    for (const connection of await oneToEach(workers.port, 2)) {
      assert.deepEqual(jsonOf(await connection.ask('/healthz')), { status: 'alive, and of the second release' });
      connection.end();
    }
  });

  it('keeps the old workers if new ones cannot start, and logs why', async () => {
    const workers = await shared.get();
    const asked = `/api/talks/${slugOf(1)}`;
    for (const connection of await oneToEach(workers.port, 2)) {
      await connection.ask(asked);
      connection.end();
    }
    const before = workers.readied();
    const own = await database.get();
    await own.hide();
    try {
      // With a copy, they could.
      for (const name of await readdir(own.folder))
        if (name.endsWith('.copy')) await rename(join(own.folder, name), join(own.folder, `${name}-away`));
      workers.process.kill('SIGHUP');
      await workers.logged(REFUSED);
      const reason = workers.log().find((line) => valueAt(line, 'msg') === REFUSED);
      assert.match(String(valueAt(reason, 'reason')), /^(There is no catalogue|The catalogue) at /);
      assert.deepEqual([workers.readied(), before.slice(-2).every(isAlive)], [before, true]);
      assert.equal((await workers.ask(asked)).status, 200);
    } finally {
      await own.show();
    }
    for (const connection of await oneToEach(workers.port, 2)) {
      await until(
        async () => valueAt(jsonOf(await connection.ask('/readyz')), 'store_unavailable_since') === undefined,
        'the worker to find the store again',
      );
      connection.end();
    }
  });

  it('can be reloaded after a failed reload, and answers /readyz with status 200 while workers are replaced', async () => {
    const workers = await shared.get();
    const before = workers.readied();
    const [connection, other] = await oneToEach(workers.port, 2);
    assert.ok(connection !== undefined && other !== undefined);
    workers.process.kill('SIGHUP');
    await until(() => workers.readied().length === before.length + 1, 'a new worker');
    // At shutdown, it would be 503.
    let answer = await connection.ask('/readyz');
    while (answer.headers.connection !== 'close') answer = await connection.ask('/readyz');
    assert.equal(answer.status, 200);
    await connection.closed;
    await until(() => workers.readied().length === before.length + 2, 'the second new worker');
    // The draining worker keeps its connection for long, but not at shutdown.
    workers.process.kill('SIGTERM');
    assert.equal((await workers.finished).status, 0);
    await other.closed;
  });

  it('keeps serving as a single process, and logs that it cannot reload', async (t) => {
    const alone = await serveLectern((await database.get()).address);
    t.after(() => alone.kill());
    alone.process.kill('SIGHUP');
    await until(() => alone.said().stderr.includes('--workers 2'), 'the message in the log');
    assert.equal((await alone.ask('/readyz')).status, 200);
  });
});
