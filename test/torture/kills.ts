import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../bench/harness/random.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { importRecords } from '../support/db/import-records.ts';
import { importSample, sampleText } from '../support/db/whole-catalogue.ts';
import { BUILT, lectern, lecternProcess, startLectern, type Finished } from '../support/process/command.ts';
import { NEXT_VERSION } from '../support/process/next-version.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import type { KillPlace } from './kill-places.ts';

const TALKS = 400;
const QUESTIONS = [
  '/api/talks/search?from=2015-01-01',
  '/api/talks/search?from=2015-01-01&q=moss',
  '/api/people',
  '/search',
];

/** A command that is killed repeatedly. `run` and `inspect` throw if it leaves wrong data. */
interface Victim {
  /** Runs it to its end, or until it serves. Returns the milliseconds that this took. */
  readonly run: () => Promise<number>;
  /** Starts it, and returns the process. */
  readonly begin: () => ReturnType<typeof startLectern>;
  /** Checks what the last killed process has left. Returns whether it had finished its work. */
  readonly inspect: () => Promise<boolean>;
}

export interface Count {
  killed: number;
  /** How often it had finished its work before the kill. */
  done: number;
}

/** Kills every command `times` times, at random moments. Throws an AssertionError if data is lost or half written. */
export async function killOften(place: KillPlace, times: number, random: Random): Promise<ReadonlyMap<string, Count>> {
  const counts = new Map<string, Count>();
  const victims = { import: importing, sync: syncing, migrate: migrating, serve: serving };
  for (const [name, make] of Object.entries(victims)) {
    const victim = await make(place);
    const whole = await victim.run();
    const count = { killed: 0, done: 0 };
    counts.set(name, count);
    while (count.killed < times) {
      const running = victim.begin();
      await sleep(random.below(whole));
      running.process.kill('SIGKILL');
      await running.finished;
      count.killed += 1;
      if (await victim.inspect()) count.done += 1;
    }
  }
  return counts;
}

/** Returns what a command printed, which must have succeeded. */
async function succeeding(done: Promise<Finished>): Promise<string> {
  const { status, stdout, stderr } = await done;
  assert.equal(status, 0, stderr);
  return stdout;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** Milliseconds of a command that must succeed, run as users run it. */
function timedProcess(args: readonly string[]): Promise<number> {
  return timed(() => succeeding(lecternProcess(args, { program: BUILT })));
}

const SAMPLE = sampleText({ talks: TALKS });

/** Writes a catalogue file whose talks all have this edition in their titles. */
function writeEdition(file: string, edition: number): void {
  writeFileSync(file, SAMPLE.replaceAll(/^(\{"type":"talk",.*?"title":")/gm, `$1Edition ${String(edition)}: `));
}

/** The edition of all talks. Throws if editions are mixed, or talks are missing or damaged. */
async function editionIn(database: string): Promise<number> {
  await succeeding(lectern(['check', '--database', database]));
  const talks = (await succeeding(lectern(['export', '--database', database]))).match(/^\{"type":"talk",.*$/gm) ?? [];
  const editions = new Set(talks.map((talk) => /"title":"Edition (\d+): /.exec(talk)?.[1]));
  assert.deepEqual([talks.length, editions.size], [TALKS, 1], `editions ${[...editions].join(', ')}`);
  return Number([...editions][0]);
}

/** Imports one edition after another, and checks that the database has either this one or the previous one. */
function editions(database: string, file: string, args: readonly string[]): Promise<Victim> {
  let current = 0;
  let next = 1;
  const victim: Victim = {
    run: async () => {
      writeEdition(file, next);
      const milliseconds = await timedProcess(args);
      current = await editionIn(database);
      assert.equal(current, next);
      writeEdition(file, ++next);
      return milliseconds;
    },
    begin: () => startLectern(args, { program: BUILT }),
    inspect: async () => {
      const found = await editionIn(database);
      assert.ok(found === current || found === next, `edition ${String(found)} after ${String(current)}`);
      const isDone = found === next;
      current = found;
      if (isDone) writeEdition(file, ++next);
      return isDone;
    },
  };
  return Promise.resolve(victim);
}

async function importing({ folder, database }: KillPlace): Promise<Victim> {
  const file = join(folder, 'import.ndjson');
  const address = await database();
  return editions(address, file, ['import', '--replace', '--database', address, file]);
}

async function syncing({ folder, database }: KillPlace): Promise<Victim> {
  const [file, sources] = [join(folder, 'sync.ndjson'), join(folder, 'sources.yaml')];
  writeFileSync(sources, 'sources:\n  - name: editions\n    file: sync.ndjson\n    format: catalogue\n');
  const address = await database();
  return editions(address, file, ['sync', '--database', address, '--sources', sources, 'editions']);
}

async function migrating({ database: makeDatabase }: KillPlace): Promise<Victim> {
  const next = { program: BUILT, variables: NEXT_VERSION };
  let [database, before] = ['', ''];
  const args = (...verb: readonly string[]): string[] => [...verb, '--database', database];
  const migration = (): string[] => args('migrate', '--skip-backup');
  const renew = async (): Promise<void> => {
    database = await makeDatabase();
    before = await importSample(database);
  };
  const assertWhole = async (): Promise<void> => {
    await succeeding(lecternProcess(args('check'), next));
    assert.equal(await succeeding(lecternProcess(args('export'), next)), before);
    await renew();
  };
  await renew();
  return {
    run: async () => {
      const milliseconds = await timed(() => succeeding(lecternProcess(migration(), next)));
      await assertWhole();
      return milliseconds;
    },
    begin: () => startLectern(migration(), next),
    inspect: async () => {
      const said = await succeeding(lecternProcess(migration(), next));
      await assertWhole();
      return said.startsWith('Nothing to do');
    },
  };
}

async function serving({ folder, database }: KillPlace): Promise<Victim> {
  const address = await database();
  await importRecords(address, UNIVERSITY);
  const args = ['--cache-folder', join(folder, 'cache'), '--base-url', 'https://talks.university.test'];
  const answers = async (): Promise<readonly string[]> => {
    const server = await serveLectern(address, args, { program: BUILT });
    try {
      return await Promise.all(QUESTIONS.map(async (path) => (await server.ask(path)).body.toString()));
    } finally {
      await server.kill();
    }
  };
  let before: readonly string[] = [];
  return {
    run: () => timed(async () => (before = await answers())),
    begin: () =>
      startLectern(['serve', '--port', '0', '--workers', '2', '--database', address, ...args], { program: BUILT }),
    inspect: async () => {
      assert.deepEqual(await answers(), before);
      return false;
    },
  };
}
