import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { postgresServer } from '../../test/support/postgres/server.ts';
import { CACHE, catalogueOf, say } from '../harness/catalogue.ts';
import { runLectern } from '../harness/command.ts';
import { measureNews } from './measure-news.ts';
import type { FanOutFigures } from './measurements.ts';
import { ProcessGroup } from './process-group.ts';
import { Served } from './served.ts';

/** Processes that follow one database, each as if it were on a machine of its own. */
export const FOLLOWERS = [1, 2, 4, 8] as const;

/** Commits are durable, unlike those of the tests. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** What a new version costs one PostgreSQL and those who follow it, the more of them there are. */
export async function measureFanOut(talks: number, rounds: number): Promise<FanOutFigures[]> {
  const { file } = await catalogueOf(talks);
  const server = await postgresServer({ version: 18, settings: DURABLE });
  const folder = mkdtempSync(join(CACHE, 'capacity-'));
  try {
    const { address: database } = await server.database();
    say(`importing ${talks.toLocaleString('en')} talks into PostgreSQL`);
    const imported = await runLectern(['import', file, '--database', database]);
    const databaseGroup = new ProcessGroup(server.pid ?? 0);
    const all: FanOutFigures[] = [];
    for (const followers of FOLLOWERS) {
      say(`${String(followers)} processes follow`);
      const servers = await Promise.all(Array.from({ length: followers }, (_, i) => follower(database, folder, i)));
      try {
        const options = { servers, database, databaseGroup, file, talks, rounds, folder };
        const news = [await measureNews({ ...options, oneOf: talks }), await measureNews({ ...options, oneOf: 100 })];
        all.push({ talks, followers, importSeconds: imported.seconds, news });
      } finally {
        await Promise.all(servers.map((one) => one.stop()));
      }
    }
    return all;
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true });
  }
}

function follower(database: string, folder: string, number: number): Promise<Served> {
  const cacheFolder = join(folder, `cache-${String(number)}`);
  mkdirSync(cacheFolder, { recursive: true });
  return Served.start({ database, cacheFolder, workers: 1 });
}
