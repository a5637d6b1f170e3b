import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { dateOf, dayNumber } from '#sample/calendar.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import { askPort } from '../support/http/ask.ts';
import { freePort } from '../support/http/free-port.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { BUILT, lecternProcess, startLectern } from '../support/process/command.ts';
import { MemoryGroup, withoutMemoryGroup } from '../support/process/memory-group.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** What a machine of 512 MB has left for Lectern: the command, its workers, imports, and the files they use. */
const MEBIBYTES = 400;
const REQUESTS = 4_000;
const CONNECTIONS = 8;
/** Milliseconds between two requests of a connection while the import has a processor to itself. */
const PAUSE = 20;
/** The least that must be answered during the import, which takes a second or more. */
const ANSWERED_MEANWHILE = 100;
/** Requests of this round are asked at the end, and not before. */
const LAST_ROUND = 900;
/** Milliseconds until the import must be served on a busy machine. */
const PATIENCE = 300_000;
const TODAY = dayNumber('2026-01-12') ?? assert.fail();

interface Asked {
  readonly path: string;
  readonly accept: string;
}

/** Sends requests until they are all answered or `signal` is aborted, and returns those that failed. */
async function failures(
  port: number,
  requests: IterableIterator<Asked>,
  { pause = 0, signal }: { readonly pause?: number; readonly signal?: AbortSignal } = {},
): Promise<{ answered: number; failed: readonly string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const failed: string[] = [];
  let answered = 0;
  const reader = async (): Promise<void> => {
    for (const { path, accept } of requests) {
      if (signal?.aborted === true || failed.length > 20) return;
      const outcome = await askPort(port, path, { agent, headers: { accept } }).then(
        ({ status }) => String(status),
        (error: unknown) => String(error),
      );
      answered += 1;
      if (outcome !== '200') failed.push(`${path} as ${accept}: ${outcome}`);
      if (pause > 0) await setTimeout(pause);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, reader));
  agent.destroy();
  return { answered, failed };
}

/** Different requests in four formats: half of them for a talk, the others for a search. */
function requestsOf(slugs: readonly string[], round: number): readonly Asked[] {
  return Array.from({ length: REQUESTS }, (_, n) => {
    const slug = slugs[Math.floor(n * (slugs.length / REQUESTS))] ?? assert.fail();
    const day = dateOf(TODAY - 300 + (n % 600))
      .toISOString()
      .slice(0, 10);
    const coming = `from=${day}&to=plus${String(20 + (n % 7))}&page=${String(1 + round)}`;
    const calendar = `from=${day}&to=plus${String(n % 7)}&count=${String(999 - round)}`;
    const number = `?n=${String(n)}-${String(round)}`;
    const choices: Asked[] = [
      { path: `/api/talks/${slug}${number}`, accept: 'application/json' },
      { path: `/api/talks/search?${coming}`, accept: 'application/json' },
      { path: `/api/talks/${slug}${number}`, accept: 'application/xml' },
      { path: `/api/talks/search?${coming}`, accept: 'application/xml' },
      { path: `/talks/id/${slug}/${number}`, accept: 'text/html' },
      { path: `/search?${coming}`, accept: 'text/html' },
      { path: `/api/talks/${slug}.ics${number}`, accept: 'text/calendar' },
      { path: `/api/talks/search.ics?${calendar}`, accept: 'text/calendar' },
    ];
    return choices[n % choices.length] ?? assert.fail();
  });
}

/** The requests of one round after another, which are never asked again. */
function* endlessRequests(slugs: readonly string[]): Generator<Asked> {
  for (let round = 1; ; round += 1) yield* requestsOf(slugs, round);
}

/** Writes the sample catalogue, with a mark after every title, and returns the slugs of its talks. */
async function sampleFile(file: string, talks: number, mark: string): Promise<readonly string[]> {
  const slugs: string[] = [];
  function* lines(): Generator<string> {
    for (const record of sampleCatalogue({ seed: 3, today: TODAY, talks })) {
      if (record.type === 'talk') slugs.push(record.slug);
      yield recordLine(record.type === 'talk' ? { ...record, title: `${record.title}${mark}` } : record);
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  return slugs;
}

async function assertServesInLittleMemory(t: TestContext, talks: number): Promise<void> {
  const folder = await temporaryFolder(t);
  const database = `sqlite:${join(folder, 'talks.db')}`;
  const [file, changed] = [join(folder, 'talks.ndjson'), join(folder, 'changed.ndjson')];
  const slugs = await sampleFile(file, talks, '');
  await sampleFile(changed, talks, ' (changed)');
  const first = await lecternProcess(['import', file, '--database', database], { program: BUILT });
  assert.deepEqual([first.status, first.stderr], [0, '']);

  const group = new MemoryGroup(MEBIBYTES);
  t.after(() => group.remove());
  // Without the setting that keeps servers of tests from beginning twice.
  const variables = { MALLOC_ARENA_MAX: undefined };
  const options = { program: BUILT, folder, variables, through: [...twoProcessors(), ...group.runner] };
  const port = await freePort();
  const server = startLectern(
    ['serve', '--database', database, '--port', String(port), '--log-level', 'warn'],
    options,
  );
  await server.saying('is ready');

  const before = await failures(port, requestsOf(slugs, 0).values());
  t.diagnostic(`after ${String(before.answered)} requests: ${described(group)}`);

  const imported = new AbortController();
  const importing = lecternProcess(['import', changed, '--database', database], options).finally(() => {
    imported.abort();
  });
  const meanwhile = await failures(port, endlessRequests(slugs), { pause: PAUSE, signal: imported.signal });
  const { status, stderr } = await importing;
  t.diagnostic(`after ${String(meanwhile.answered)} more during the import: ${described(group)}`);

  const title = async (): Promise<unknown> =>
    valueAt(jsonOf(await askPort(port, `/api/talks/${slugs[0] ?? ''}`)), 'title');
  if (status === 0)
    await until(async () => String(await title()).endsWith(' (changed)'), 'the import to be served', PATIENCE);
  const after = await failures(
    port,
    requestsOf(slugs, LAST_ROUND)
      .slice(0, REQUESTS / 4)
      .values(),
  );
  t.diagnostic(`at the end: ${described(group)}`);

  server.process.kill('SIGTERM');
  const ended = await server.finished;
  assert.deepEqual(
    { killed: group.killed, failed: [...before.failed, ...meanwhile.failed, ...after.failed] },
    { killed: 0, failed: [] },
  );
  assert.ok(meanwhile.answered > ANSWERED_MEANWHILE, `${String(meanwhile.answered)} answers during the import`);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual([ended.status, ended.stderr], [0, '']);
}

function described({ version, killed, peak }: MemoryGroup): string {
  const most = peak === undefined ? '' : `at most ${peak.toFixed(0)} MiB, `;
  return `${most}${String(killed)} processes killed (cgroup v${String(version)})`;
}

/** Runs a command on the first two processors that this process may use, and the processes that it starts. */
function twoProcessors(): readonly string[] {
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0,1';
  const each = allowed.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  return ['taskset', '--cpu-list', each.slice(0, 2).join(',')];
}

/** Why two processors cannot be set aside; false if they can. */
function withoutTaskset(): string | false {
  const { error } = spawnSync('taskset', ['--version']);
  return error === undefined ? false : `taskset cannot be run: ${error.message}`;
}

const skip = withoutMemoryGroup() || withoutTaskset();

describe(
  `${String(MEBIBYTES)} MiB for everything, on two processors, with default settings`,
  { skip, concurrency: false },
  () => {
    for (const talks of [1_000, 100_000]) {
      it(`are enough for ${String(talks)} talks, ${String(REQUESTS)} different requests and an import of all talks`, (t) =>
        assertServesInLittleMemory(t, talks));
    }
  },
);
