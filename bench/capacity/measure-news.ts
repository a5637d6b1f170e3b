import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../benchmark.ts';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { median, spread } from '../harness/statistics.ts';
import { committed, VersionProbe } from './watch.ts';

/** Milliseconds after which all work for a new version is done. */
const SETTLING = 1000;

interface News {
  readonly server: MeasuredProcess;
  /** Path of its SQLite file. */
  readonly database: string;
  /** The catalogue file of which talks are changed. */
  readonly file: string;
  readonly talks: number;
  /** One in this many talks is changed. */
  readonly oneOf: number;
  /** Folder for changed files. */
  readonly folder: string;
}

/** Imports changed talks and reports when the server shows them. */
export async function measureNews(bench: Bench, news: News): Promise<void> {
  const { server, talks, oneOf } = news;
  const probe = new VersionProbe(server.port);
  try {
    // The server saves the first new version for the next start; for the next minute, it does not save later ones.
    await watched(news, probe, 0);
    await delay(SETTLING);
    const rounds: Round[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) rounds.push(await watched(news, probe, round));
    const live = rounds.map((round) => round.live);
    bench.report({
      what: `commit to live, ${Math.floor(talks / oneOf).toLocaleString('en')} changed`,
      talks,
      unit: 's',
      value: spread(live),
      details: {
        'from s': Math.min(...live),
        'to s': Math.max(...live),
        'longest response ms': Math.max(...rounds.map(({ slowest }) => slowest * 1e3)),
        'import s': median(rounds.map(({ untilCommit }) => untilCommit)),
      },
    });
  } finally {
    probe.close();
  }
}

/** One import. Times are in seconds. */
interface Round {
  /** From the commit until the server shows the new version. */
  readonly live: number;
  readonly slowest: number;
  readonly untilCommit: number;
}

async function watched(news: News, probe: VersionProbe, round: number): Promise<Round> {
  const { file, folder, oneOf } = news;
  const database = `sqlite:${news.database}`;
  const changed = join(folder, `changed-${String(oneOf)}-${String(round)}.ndjson`);
  await writeChanged(file, changed, { oneOf, others: false, mark: ` (${String(round)})` });
  const old = await probe.version();
  const commit = committed(database, old);
  const seeing = probe.seeing(old);
  const begun = performance.now();
  await runLectern(['import', changed, '--database', database]);
  const at = await commit;
  const { live, slowest } = await seeing;
  return { live: (live - at) / 1000, slowest: slowest / 1000, untilCommit: (at - begun) / 1000 };
}
