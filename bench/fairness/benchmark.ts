import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresServer } from '../../test/support/postgres/server.ts';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { ask, JSON_PLAIN } from '../harness/ask.ts';
import { catalogueOf, importedCatalogue, inFolder, type Imported } from '../harness/catalogue.ts';
import { runLectern } from '../harness/command.ts';
import type { Load, Outcome } from '../harness/load.ts';
import { Random } from '../harness/random.ts';
import { quantile } from '../harness/statistics.ts';
import { withServer } from '../harness/with-server.ts';
import { commonestWords, mostExpensive, ordinary } from './words.ts';

export const TALKS = 250_000;
/** Connections of the client that sends the most expensive requests. */
const CONNECTIONS = 8;
/** Searches per second of all other clients. */
const RATE = 20;
const SECONDS = 20;
/** Milliseconds. */
const LONGEST_P99 = 250;

export const fairness: Benchmark = {
  name: 'fairness',
  question: 'How long do text searches take while one client sends the most expensive ones?',
  run: async ({ load, report }: Bench) => {
    const { alone, beside, expensive } = await fairnessAmong(TALKS, load);
    report({
      what: 'others’ text searches beside the most expensive questions: p99',
      talks: TALKS,
      unit: 'ms',
      value: quantile(beside.milliseconds, 0.99),
      target: atMost(LONGEST_P99),
      details: {
        'alone ms': quantile(alone.milliseconds, 0.99),
        'median ms': quantile(beside.milliseconds, 0.5),
        failed: beside.failed,
        ...expensive,
      },
    });
  },
};

export type Engine = 'sqlite' | 'postgres';

interface Fairness {
  /** Searches of other clients, without and with expensive requests at the same time. */
  readonly alone: Outcome;
  readonly beside: Outcome;
  /** Number of expensive requests with status 200 and with any other status. */
  readonly expensive: { answered: number; refused: number };
}

/** Measures how much one client with the most expensive requests slows down all other clients. */
export async function fairnessAmong(talks: number, load: Load, engine: Engine = 'sqlite'): Promise<Fairness> {
  return engine === 'sqlite'
    ? measured(await importedCatalogue(talks), load)
    : onPostgres(talks, (catalogue) => measured(catalogue, load));
}

/** Imports the talks into a temporary PostgreSQL server. */
async function onPostgres<T>(talks: number, act: (catalogue: Imported) => Promise<T>): Promise<T> {
  const catalogue = await catalogueOf(talks);
  const postgres = await postgresServer({ version: 18, settings: { shared_buffers: '256MB' } });
  try {
    const { address: database } = await postgres.database();
    await runLectern(['import', catalogue.file, '--database', database]);
    await settle(database);
    return await inFolder('fairness', (cacheFolder) => act({ ...catalogue, database, cacheFolder }));
  } finally {
    await postgres.remove();
  }
}

/** Does what a PostgreSQL server does automatically in the minutes after a large import. */
async function settle(database: string): Promise<void> {
  const client = new Client(database);
  await client.connect();
  try {
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

function measured(catalogue: Imported, load: Load): Promise<Fairness> {
  return withServer(load, catalogue, async (server) => {
    const { port } = server;
    // The words of a new copy follow after the server is ready.
    await server.untilIdle();
    const words = await commonestWords(port);
    const random = new Random(11);
    const plan = await load.plan(
      Array.from({ length: 4 * RATE * SECONDS }, () => ordinary(words, random)),
      JSON_PLAIN,
    );
    const alone = await load.steadily(port, plan, RATE, delay(SECONDS * 1_000));
    const expensive = { answered: 0, refused: 0 };
    const end = performance.now() + SECONDS * 1_000;
    const asking = Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const { status } = await ask(port, mostExpensive(words, catalogue.facts, random), JSON_PLAIN);
        if (status === 200) expensive.answered += 1;
        else expensive.refused += 1;
      }
    });
    const beside = await load.steadily(port, plan, RATE, Promise.all(asking));
    return { alone, beside, expensive };
  });
}
