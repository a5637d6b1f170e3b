import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import { median } from '../harness/statistics.ts';
import type { NewsFigures } from './measurements.ts';
import type { Served } from './served.ts';
import { committed, probesOf, type VersionProbe } from './watch.ts';

/** Milliseconds until all work after a new version is done. */
const SETTLING = 1000;

interface NewsOptions {
  readonly server: Served;
  readonly database: string;
  /** The catalogue that is changed. */
  readonly file: string;
  readonly talks: number;
  /** One in this many talks is changed. */
  readonly oneOf: number;
  readonly rounds: number;
  /** Folder for changed files. */
  readonly folder: string;
}

/** Imports changed talks, and watches every serving process. */
export async function measureNews(options: NewsOptions): Promise<NewsFigures> {
  const { server, oneOf, talks, rounds } = options;
  const probes = await probesOf(server.port, server.workers);
  try {
    // The first new version is saved for the next start; later ones are not for a minute.
    await watched(options, probes, 0);
    await delay(SETTLING);
    const seen: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) seen.push(await watched(options, probes, round));
    return {
      changed: Math.floor(talks / oneOf),
      live: seen.map(({ live }) => live),
      pause: seen.map(({ slowest }) => slowest),
      untilCommit: median(seen.map(({ untilCommit }) => untilCommit)),
    };
  } finally {
    for (const probe of probes) probe.close();
  }
}

/** One import; times are seconds. */
interface Round {
  /** From the commit until all connections see the new version. */
  readonly live: number;
  readonly slowest: number;
  readonly untilCommit: number;
}

async function watched(options: NewsOptions, probes: readonly VersionProbe[], round: number): Promise<Round> {
  const { file, folder, oneOf, database } = options;
  const changed = join(folder, `changed-${String(oneOf)}-${String(round)}.ndjson`);
  await writeChanged(file, changed, { oneOf, others: false, mark: ` (${String(round)})` });
  const old = await probes[0]?.version();
  if (old === undefined) throw new Error('there is nobody to watch');
  const commit = committed(database, old);
  const seeing = Promise.all(probes.map((probe) => probe.seeing(old)));
  const begun = performance.now();
  await runLectern(['import', changed, '--database', database]);
  const at = await commit;
  const seen = await seeing;
  return {
    live: (Math.max(...seen.map(({ live }) => live)) - at) / 1000,
    slowest: Math.max(...seen.map(({ slowest }) => slowest)) / 1000,
    untilCommit: (at - begun) / 1000,
  };
}
