import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { turnAway } from '#cli/workers/connection-dispatcher.ts';
import { quotaIn, workersFor } from '#cli/workers/cores.ts';
import { WORKER_VARIABLE } from '#cli/workers/worker-messages.ts';
import { Workers } from '#cli/workers/workers.ts';
import { portOf } from '#server/http/listener.ts';
import { askPort } from '../support/http/ask.ts';
import { LECTERN } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { valueAt } from '../support/json-value.ts';
import { isAlive, standStill } from '../support/process/serving-workers.ts';
import { until } from '../support/until.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const folder = temporaryFolder();
const database = importedDatabase(UNIVERSITY);

interface Supervised {
  readonly workers: Workers;
  readonly port: number;
  /** How many connections the listener has accepted. */
  readonly accepted: () => number;
  readonly log: readonly unknown[];
  /** The log lines with this message. */
  readonly lines: (message: string) => readonly unknown[];
}

/** Starts workers as children of this process. */
async function supervise(
  t: TestContext,
  file: string,
  count: number,
  { environment = process.env, silenceAtMost = 4, waitAtMost = 10_000 } = {},
): Promise<Supervised> {
  const listener = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  let accepted = 0;
  listener.on('connection', () => (accepted += 1));
  const log: unknown[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const workers = new Workers({
    count,
    listener,
    turnAway: turnAway('https://talks.example.org', logger),
    program: { file, args: ['serve', '--log-level', 'silent'], environment: () => environment },
    task: { database: await database(), cacheFolder: null, corrections: null },
    shutdownGrace: 1,
    log: logger,
    silenceAtMost,
    waitAtMost,
  });
  t.after(() => workers.stop());
  return {
    workers,
    port: portOf(listener),
    accepted: () => accepted,
    log,
    lines: (message) => log.filter((line) => valueAt(line, 'msg') === message),
  };
}

const REPLACED = 'worker exited unexpectedly; restarting';

/** Writes a program that runs this code for each message of its parent, and with each connection. */
async function program(name: string, does: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(
    file,
    `process.on('message', ({ kind }, connection) => { ${does} });\nprocess.send({ kind: 'hello' });\n`,
  );
  return file;
}

/** Becomes ready and shows that it is alive, as real workers do. */
const LIVES =
  "setInterval(() => process.send({ kind: 'beat', connections: 0 }), 1_000); process.send({ kind: 'ready', address: '' });";

describe('a worker', () => {
  it('is killed and replaced if it hangs', async (t) => {
    const { workers, log, lines } = await supervise(
      t,
      await program('lives', `if (kind === 'drain') process.exit(); ${LIVES}`),
      2,
    );
    assert.equal((await workers.start()).ok, true);
    await until(() => lines('all workers are ready').length > 0, 'both workers to be ready');
    const stuck = Number(valueAt(lines('a worker is ready').at(-1), 'workerPid'));
    await standStill(stuck);
    // On a busy machine, others may look stuck too.
    const isOfIt = (line: unknown): boolean => valueAt(line, 'workerPid') === stuck;
    await until(() => lines(REPLACED).some(isOfIt), 'the worker to be killed');
    const end = log.findLastIndex((line) => isOfIt(line) && valueAt(line, 'msg') === REPLACED);
    await until(() => log.slice(end).some((line) => valueAt(line, 'msg') === 'a worker is ready'), 'a new worker');
    assert.equal(lines('worker is stuck; stopping it').filter(isOfIt).length, 1);
    assert.ok(!isAlive(stuck));
  });

  it('is killed at shutdown if it hangs', async (t) => {
    const { workers, lines } = await supervise(t, await program('hangs', LIVES), 1);
    await workers.start();
    const stuck = Number(valueAt(lines('a worker is ready')[0], 'workerPid'));
    await standStill(stuck);
    await workers.stop();
    assert.ok(!isAlive(stuck));
  });

  it('is replaced after ever longer pauses if it keeps dying', async (t) => {
    const { workers, lines } = await supervise(t, await program('dies', "process.kill(process.pid, 'SIGKILL')"), 1);
    void workers.start();
    await until(() => lines(REPLACED).length === 5, 'five deaths');
    const times = lines(REPLACED).map((line) => Number(valueAt(line, 'time')));
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    for (const [i, least] of [0, 100, 200, 400].entries())
      assert.ok((pauses[i] ?? 0) >= least - 1, `${pauses.join(', ')} ms`);
  });

  it('gets no connections after it closes its channel, and is replaced when it exits', async (t) => {
    const left = join(folder, 'left');
    // The first one leaves, and runs on. The others stay.
    const does = `
      const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs');
      const leave = () => {
        setInterval(() => 0, 1_000);
        process.once('disconnect', () => writeFileSync('${left}', ''));
        process.disconnect();
      };
      const leaves = process.env.${WORKER_VARIABLE} === '1' && !existsSync('${left}');
      if (kind === 'drain') process.exit();
      else if (connection !== undefined) connection.end('here');
      else process.send({ kind: 'ready', address: '' }, leaves ? leave : undefined);`;
    const { workers, lines, port } = await supervise(t, await program('leaves', does), 2, { silenceAtMost: 600 });
    await workers.start();
    const ready = (): readonly unknown[] => lines('a worker is ready');
    await until(() => existsSync(left) && ready().length === 2, 'one worker to leave and the other to be ready');
    const connection = connect(port, '127.0.0.1');
    t.after(() => connection.destroy());
    let said = '';
    connection.on('data', (bytes) => (said += String(bytes)));
    await until(() => said === 'here', 'the other worker to answer');
    process.kill(Number(valueAt(ready()[0], 'workerPid')), 'SIGKILL');
    await until(() => ready().length === 3, 'a new worker');
  });

  it('answers a connection that came before the workers were started', { timeout: 120_000 }, async (t) => {
    // On a slow machine, the worker takes long to start.
    const { workers, port } = await supervise(t, LECTERN, 1, { silenceAtMost: 60, waitAtMost: 60_000 });
    const connection = connect(port, '127.0.0.1');
    t.after(() => connection.destroy());
    await once(connection, 'connect');
    // The listener has taken it by then.
    const later = connect(port, '127.0.0.1');
    await once(later, 'connect');
    later.destroy();
    await workers.start();
    connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = (await once(connection, 'data')) as readonly unknown[];
    assert.match(String(answer), /^HTTP\/1\.1 200/);
  });

  it('leaves connections that no worker takes with a 503, not a reset, and logs it once', async (t) => {
    const { workers, port, accepted, lines } = await supervise(t, await program('never serves', ''), 1);
    const asked = [1, 2].map(() => askPort(port, '/api'));
    await until(() => accepted() === 2, 'both connections to be accepted');
    void workers.start();
    const stopped = workers.stop();
    for (const { status, headers, body } of await Promise.all(asked)) {
      assert.deepEqual([status, headers['retry-after'], headers.connection], [503, '5', 'close']);
      assert.deepEqual(JSON.parse(body.toString()), {
        type: 'https://talks.example.org/docs/api#unavailable',
        title: 'Service unavailable',
        status: 503,
        detail: 'No worker is ready',
      });
    }
    await stopped;
    assert.deepEqual(
      lines('request rejected: service unavailable').map((line) => valueAt(line, 'reason')),
      ['No worker is ready'],
    );
  });

  it('ends the first start with its reason if it cannot serve', async (t) => {
    const says = "process.send({ kind: 'failed', reason: 'No.' }, () => process.exit(1))";
    const { workers, log } = await supervise(t, await program('says', says), 3);
    assert.deepEqual(await workers.start(), { ok: false, status: 1, reason: 'No.' });
    assert.deepEqual(log, []);
  });

  it('ends the first start with its exit status if it gives no reason', async (t) => {
    const { workers } = await supervise(t, await program('ends', 'process.exit(70)'), 3);
    assert.deepEqual(await workers.start(), { ok: false, status: 70, reason: undefined });
  });

  it('starts with settings that save memory, unless MALLOC_ variables are set', async (t) => {
    const shown = '[...process.execArgv, process.env.MALLOC_ARENA_MAX, process.env.MALLOC_MMAP_THRESHOLD_].join()';
    const file = await program('shows', `process.send({ kind: 'failed', reason: ${shown} }, () => process.exit(1))`);
    const settingsWith = async (environment: NodeJS.ProcessEnv): Promise<string | undefined> => {
      const started = await (await supervise(t, file, 1, { environment })).workers.start();
      return started.ok ? undefined : started.reason;
    };
    assert.match((await settingsWith({})) ?? '', /^--max-semi-space-size=8,(?:.*,)?2,65536$/);
    assert.match((await settingsWith({ MALLOC_ARENA_MAX: '3', MALLOC_MMAP_THRESHOLD_: '4096' })) ?? '', /,3,4096$/);
  });

  it('refuses to serve if its parent is a different release', async () => {
    const child = fork(LECTERN, ['serve'], { execArgv: [], env: { ...process.env, [WORKER_VARIABLE]: '1' } });
    after(() => child.kill('SIGKILL'));
    const said: unknown[] = [];
    child.on('message', (message) => {
      said.push(message);
      if (valueAt(message, 'kind') === 'hello') child.send({ kind: 'begin', task: { protocol: 0 } });
    });
    const [status] = (await once(child, 'exit')) as [number];
    assert.deepEqual(said, [
      { kind: 'hello' },
      { kind: 'failed', reason: 'The worker is a different release than its parent. Restart the service.' },
    ]);
    assert.equal(status, 1);
  });
});

describe('the CPU quota of a container', () => {
  for (const [text, cores] of [
    ['max 100000\n', Infinity],
    ['50000 100000\n', 0.5],
    ['400000 100000', 4],
    ['', Infinity],
    ['100000 0', Infinity],
  ] as const)
    it(`${JSON.stringify(text)} is ${String(cores)} cores`, () => {
      assert.equal(quotaIn(text), cores);
    });
});

describe('the number of workers by default', () => {
  for (const [processors, mebibytes, workers] of [
    [1, 8_192, 1],
    [2, 512, 1],
    [2, 400, 1],
    [2, 1_024, 2],
    [16, 65_536, 4],
  ] as const)
    it(`is ${String(workers)} with ${String(processors)} processors and ${String(mebibytes)} MiB`, () => {
      assert.equal(workersFor(processors, mebibytes * 1024 * 1024), workers);
    });
});
