import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import { median } from '../harness/statistics.ts';
import type { NewsFigures } from './measurements.ts';
import { total, usedBetween, type ProcessGroup, type ThreadTimes } from './process-group.ts';
import type { Served } from './served.ts';
import { committed, probesOf, type Seen, type VersionProbe } from './watch.ts';

/** Seconds that an idle service is looked at, and after which everything that a new version brings is done. */
const IDLE = 6;
const SETTLING = 1;

export interface NewsOptions {
  /** All of those that serve. */
  readonly servers: readonly Served[];
  readonly database: string;
  /** Of the database, if that is a server. */
  readonly databaseGroup?: ProcessGroup;
  /** The catalogue that is changed. */
  readonly file: string;
  readonly talks: number;
  /** Of so many talks one is changed. */
  readonly oneOf: number;
  readonly rounds: number;
  /** Where changed files go. */
  readonly folder: string;
}

/** Imports that change some talks, with everybody watched. Twice as many as rounds: in half of them nobody asks the servers. */
export async function measureNews(options: NewsOptions): Promise<NewsFigures> {
  const { servers, oneOf, talks, rounds } = options;
  const files = await changedFiles(options, 2 * rounds + 1);
  const probes = (await Promise.all(servers.map(({ port, workers }) => probesOf(port, workers)))).flat();
  const followers = probes.length;
  try {
    // The first new version is saved for the next start, which is not done again for a minute.
    const [first = '', ...others] = files;
    await watched(options, probes, first);
    await delay(SETTLING * 1000);
    const idle = await idleUse(options);
    const seen: Round[] = [];
    for (const file of others.slice(0, rounds)) seen.push(await watched(options, probes, file));
    const used: Used[] = [];
    for (const file of others.slice(rounds)) used.push(await unwatched(options, probes, file));
    return {
      changed: Math.floor(talks / oneOf),
      live: seen.map(({ live }) => Math.max(...live)),
      firstLive: seen.map(({ live }) => Math.min(...live)),
      pause: seen.map(({ slowest }) => slowest),
      main: median(used.map(({ main }) => main)) / followers,
      other: median(used.map(({ other, seconds }) => other - idle.serving * seconds)) / followers,
      idle: idle.serving / followers,
      database: median(used.map(({ database, seconds }) => database - idle.database * seconds)),
      databaseIdle: idle.database,
      untilCommit: median(seen.map(({ untilCommit }) => untilCommit)),
      afterCommit: median(seen.map(({ afterCommit }) => afterCommit)),
    };
  } finally {
    for (const probe of probes) probe.close();
  }
}

async function changedFiles({ file, folder, oneOf }: NewsOptions, count: number): Promise<string[]> {
  const files: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const changed = join(folder, `changed-${String(oneOf)}-${String(i)}.ndjson`);
    await writeChanged(file, changed, { oneOf, others: false, mark: ` (${String(i)})` });
    files.push(changed);
  }
  return files;
}

/** Seconds. */
interface Round {
  /** From the commit, for each connection. */
  readonly live: readonly number[];
  readonly slowest: number;
  readonly untilCommit: number;
  readonly afterCommit: number;
}

async function watched({ database }: NewsOptions, probes: readonly VersionProbe[], file: string): Promise<Round> {
  const old = await probes[0]?.version();
  if (old === undefined) throw new Error('there is nobody to watch');
  const commit = committed(database, old);
  const seeing = Promise.all(probes.map((probe) => probe.seeing(old)));
  const begun = performance.now();
  await runLectern(['import', file, '--database', database]);
  const ended = performance.now();
  const at = await commit;
  const seen: Seen[] = await seeing;
  return {
    live: seen.map(({ live }) => (live - at) / 1000),
    slowest: Math.max(...seen.map(({ slowest }) => slowest)) / 1000,
    untilCommit: (at - begun) / 1000,
    afterCommit: (ended - at) / 1000,
  };
}

/** Seconds of processor time that all those who serve used, and the database; and in how many. */
interface Used {
  readonly main: number;
  readonly other: number;
  readonly database: number;
  readonly seconds: number;
}

async function unwatched(options: NewsOptions, probes: readonly VersionProbe[], file: string): Promise<Used> {
  const old = await probes[0]?.version();
  return usedWhile(options, async () => {
    await runLectern(['import', file, '--database', options.database]);
    await delay(SETTLING * 1000);
    for (const probe of probes) while ((await probe.version()) === old) await delay(100);
    await delay(SETTLING * 1000);
  });
}

/** Processor time a second of all together. */
async function idleUse(options: NewsOptions): Promise<{ readonly serving: number; readonly database: number }> {
  const { main, other, database, seconds } = await usedWhile(options, () => delay(IDLE * 1000));
  return { serving: (main + other) / seconds, database: database / seconds };
}

async function usedWhile({ servers, databaseGroup }: NewsOptions, act: () => Promise<unknown>): Promise<Used> {
  const times = (): ThreadTimes[] => servers.flatMap(({ group }) => group.times());
  const before = times();
  const databaseBefore = databaseGroup?.ever() ?? 0;
  const begun = performance.now();
  await act();
  const seconds = (performance.now() - begun) / 1000;
  const database = (databaseGroup?.ever() ?? 0) - databaseBefore;
  return { ...total(usedBetween(before, times())), database, seconds };
}
