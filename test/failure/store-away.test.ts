import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { freshSqlite, type DatabasePlace } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { differences, everyAnswer, type Ask, type Read } from '../support/http/every-read.ts';
import { jsonOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { HAS_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { BUILT } from '../support/process/command.ts';
import { pythonWith } from '../support/process/python.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { serveWorkers, type ServingWorkers } from '../support/process/serving-workers.ts';
import { oneToEach } from '../support/process/worker-connections.ts';
import { until } from '../support/until.ts';
import { sampleRecords } from '../support/catalogue/sample-records.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { ownServer, type OwnServer } from './places.ts';

const SETTINGS = ['--base-url', 'https://talks.university.test', '--mcp', HAS_ASSISTANTS ? 'on' : 'off'];
const WORKERS = 2;
/** One in as many requests is asked while the store is away in a second or third way, and after a worker was replaced. */
const SAMPLED = 4;
const AWAY = 'the store cannot be read; serving from the copy';
const BACK = 'the store can be read again';

interface Trouble<Place> {
  readonly what: string;
  /** Makes the store unusable, and returns a function that mends it. */
  readonly breakIt: (place: Place) => Promise<() => Promise<void>>;
  readonly skip?: string | false;
}

/** Tests that a server that nobody has asked for anything answers every read while its store is away. */
function answersWhile<Place extends DatabasePlace>(
  place: () => Promise<Place>,
  troubles: readonly Trouble<Place>[],
): void {
  const records = sampleRecords({ talks: 150 });
  let at: Place;

  before(async () => {
    at = await place();
    await importRecords(at.address, records);
  });
  after(() => at.remove());

  /** Each server has a folder of its own, in which nothing has been kept. */
  function settings(): readonly string[] {
    return [...SETTINGS, '--cache-folder', mkdtempSync(join(at.folder, 'cache-'))];
  }

  /** The answers of a server whose store is well; those that every trouble but the first asks. */
  async function answersBefore(trouble: number): Promise<ReadonlyMap<Read, HttpAnswer>> {
    const well = await serveLectern(at.address, settings(), { program: BUILT });
    try {
      const isAsked = (nth: number): boolean => trouble === 0 || nth % SAMPLED === trouble % SAMPLED;
      const answers = await everyAnswer(records, askOf(well), isAsked);
      assert.ok([...answers.values()].filter(({ status }) => status === 200).length > (trouble === 0 ? 800 : 200));
      return answers;
    } finally {
      await well.kill();
    }
  }

  for (const [nth, { what, breakIt, skip = false }] of troubles.entries()) {
    it(`${what}, ${nth === 0 ? 'everything' : 'a sample of all'} that reads is answered`, { skip }, async (t) => {
      // A trouble before has left a removed talk.
      const expected = await answersBefore(nth);
      const from = Date.now();
      const server = await serveWorkers(at.address, WORKERS, settings(), { program: BUILT });
      t.after(() => server.kill());
      const mend = mending(t, await breakIt(at));
      assert.deepEqual(await differences(expected, askOf(server)), []);

      // Each worker finds out by itself.
      await server.logged(AWAY, WORKERS);
      const broken = { from, to: Date.now() };
      await assertSaysSince(server, broken);

      const [killed = assert.fail()] = server.readied();
      process.kill(killed, 'SIGKILL');
      await server.logged('a worker is ready', WORKERS + 1);
      const some = new Map([...expected].filter((_, n) => n % SAMPLED === 0));
      assert.deepEqual(await differences(some, askOf(server)), []);
      await server.logged(AWAY, WORKERS + 1);
      // Workers may have seen the store last at different times. The new one says the time before it was broken, too.
      await assertSaysSince(server, broken);

      await mend();
      await server.logged(BACK, WORKERS);
      await importRecords(at.address, [talk(slugOf(0x900), '2030-01-01T12:00:00Z')]);
      for (const worker of await oneToEach(server.port, WORKERS)) {
        await until(async () => (await worker.ask(`/api/talks/${slugOf(0x900)}`)).status === 200, 'the import');
        worker.end();
      }
      await importRecords(at.address, records, { replace: true });
    });
  }
}

function askOf(server: ServingProcess): Ask {
  return (path, options) => server.ask(path, options);
}

/** When the store was last seen and since when it is away, in milliseconds since the epoch; NaN: it is not. */
interface Times {
  readonly seen: number;
  readonly since: number;
}

async function timesOf(server: ServingWorkers): Promise<Times> {
  const answer = await server.ask('/readyz');
  const body = jsonOf(answer);
  assert.deepEqual([answer.status, valueAt(body, 'status')], [200, 'ready']);
  const time = (...path: readonly string[]): number => Date.parse(String(valueAt(body, ...path)));
  return { seen: time('catalogue', 'store_seen'), since: time('store_unavailable_since') };
}

/**
 * The health page and the metrics say since when the store is away and when it was last seen, while a balancer goes on
 * sending readers.
 */
async function assertSaysSince(server: ServingWorkers, broken: { from: number; to: number }): Promise<void> {
  const said = await timesOf(server);
  let metrics = '';
  let times: readonly number[] = [];
  // A worker that has just begun may not have reported its metrics yet.
  await until(async () => {
    metrics = await server.metrics();
    const found = metrics.matchAll(/^lectern_store_seen_timestamp_seconds\S* (\S+)$/gm);
    times = Array.from(found, ([, value]) => Math.round(Number(value) * 1000));
    return times.length === WORKERS;
  }, 'the metrics of every worker');
  for (const time of [said.since, said.seen, ...times])
    assert.ok(time >= broken.from && time <= broken.to, JSON.stringify({ time, broken }));
  assert.match(metrics, /^lectern_ready\S* 1$/m);
}

/** Mends the store at the end of a test that fails before it does so. */
function mending(t: TestContext, mend: () => Promise<void>): () => Promise<void> {
  let isMended = false;
  const once = async (): Promise<void> => {
    if (isMended) return;
    isMended = true;
    await mend();
  };
  t.after(once);
  return once;
}

describe('while the SQLite file is', { concurrency: false }, () => {
  const withFiles =
    (change: (path: string) => void) =>
    async ({ folder }: DatabasePlace) => {
      const path = join(folder, 'talks.db');
      const files = ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`).filter((file) => existsSync(file));
      for (const file of files) copyFileSync(file, `${file}.aside`);
      change(path);
      return async () => {
        for (const file of files) renameSync(`${file}.aside`, file);
      };
    };
  answersWhile(freshSqlite, [
    {
      what: 'deleted',
      breakIt: withFiles((path) => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
      }),
    },
    {
      what: 'cut short',
      breakIt: withFiles((path) => {
        truncateSync(path, 8192);
        if (existsSync(`${path}-wal`)) truncateSync(`${path}-wal`, 0);
      }),
    },
    {
      what: 'locked',
      skip: pythonWith('fcntl') === undefined ? 'python3 is not installed' : false,
      breakIt: ({ folder }) => locked(join(folder, 'talks.db')),
    },
  ]);
});

/**
 * Takes the locks that readers and writers of a SQLite file need, as another program does that keeps it to itself:
 * https://sqlite.org/walformat.html#locks, https://sqlite.org/lockingv3.html.
 */
async function locked(path: string): Promise<() => Promise<void>> {
  const script = `
import fcntl, sys, time
# Closing a file gives up all of its locks, so both stay open.
index, file = open(sys.argv[1] + '-shm', 'r+b'), open(sys.argv[1], 'r+b')
wanted = [(index, at, 1) for at in range(120, 128)] + [(file, 0x40000000, 512)]
end = time.time() + 20
while [lock for lock in wanted if lock[0] is index] and time.time() < end:
    for lock in list(wanted):
        try:
            fcntl.lockf(lock[0], fcntl.LOCK_EX | fcntl.LOCK_NB, lock[2], lock[1])
            wanted.remove(lock)
        except OSError:
            pass
    time.sleep(0.001)
if [lock for lock in wanted if lock[0] is index]: sys.exit('a reader or writer never lets go')
print('locked', flush=True)
sys.stdin.read()
`;
  const holder = spawn(pythonWith('fcntl') ?? 'python3', ['-c', script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  await Promise.race([once(holder.stdout, 'data'), ended.then(() => assert.fail('the file could not be locked'))]);
  return async () => {
    holder.stdin.end();
    await ended;
  };
}

describe('while PostgreSQL is', { concurrency: false }, () => {
  answersWhile(ownServer, [
    {
      what: 'stopped',
      breakIt: async ({ server }) => {
        await server.stop('immediate');
        return () => server.start();
      },
    },
    {
      what: 'without its catalogue',
      breakIt: async ({ server, name }) => {
        await server.query('ALTER SCHEMA lectern RENAME TO elsewhere', name);
        return async () => {
          await server.query('ALTER SCHEMA elsewhere RENAME TO lectern', name);
        };
      },
    },
    { what: 'locked', breakIt: lockedTables },
  ]);
});

/** Holds the strongest lock on every table, as some changes of a schema do. */
async function lockedTables({ server, name }: OwnServer): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const session = server.session(async (client) => {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'lectern'`,
    );
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${tables.rows.map((row) => row.name).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    held.resolve(undefined);
    await done.promise;
    await client.query('ROLLBACK');
  }, name);
  await held.promise;
  return async () => {
    done.resolve(undefined);
    await session;
  };
}
