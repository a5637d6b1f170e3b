import { join } from 'node:path';
import { postgresServer, type PostgresServer } from '../../test/support/postgres/server.ts';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { catalogueOf, inFolder } from '../harness/catalogue.ts';
import { writeChanged } from '../harness/changed-catalogue.ts';
import { runLectern } from '../harness/command.ts';
import { spread } from '../harness/statistics.ts';

const ROUNDS = 3;
const AT_MOST = 2;

/** Makes commits durable, unlike in tests. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

export const engines: Benchmark = {
  name: 'engines',
  question: 'How much longer does an import take into PostgreSQL than into SQLite?',
  run: async (bench: Bench) => {
    const server = await postgresServer({ version: 18, settings: DURABLE });
    try {
      for (const talks of bench.sizes) await inFolder('engines', (folder) => compare(bench, talks, folder, server));
    } finally {
      await server.remove();
    }
  },
};

/** Imports into both engines in each round, in alternating order. */
async function compare(bench: Bench, talks: number, folder: string, server: PostgresServer): Promise<void> {
  const { file } = await catalogueOf(talks);
  const some = join(folder, 'some.ndjson');
  const all = join(folder, 'all.ndjson');
  await writeChanged(file, some, { oneOf: 100, others: true });
  await writeChanged(file, all, { oneOf: 1, others: true });
  const imports = [
    ['a first import', file],
    ['the same again', file],
    ['1 % of the talks changed', some],
    ['every talk changed', all],
  ] as const;
  const seconds = imports.map(() => ({ sqlite: [] as number[], postgres: [] as number[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { address, drop } = await server.database();
    const addresses = [
      ['sqlite', `sqlite:${join(folder, `${String(talks)}-${String(round)}.db`)}`],
      ['postgres', address],
    ] as const;
    for (const [at, [, path]] of imports.entries()) {
      for (const [engine, database] of round % 2 === 0 ? addresses : addresses.toReversed()) {
        const taken = await runLectern(['import', path, '--database', database]);
        seconds[at]?.[engine].push(taken.seconds);
      }
    }
    await drop();
  }
  for (const [at, [what]] of imports.entries()) {
    const { sqlite = [], postgres = [] } = seconds[at] ?? {};
    bench.report({
      what: `${what}: PostgreSQL against SQLite`,
      talks,
      unit: 'ratio',
      value: {
        ...spread(postgres.map((of, round) => of / (sqlite[round] ?? NaN))),
        median: spread(postgres).median / spread(sqlite).median,
      },
      target: atMost(AT_MOST),
      details: { 'PostgreSQL s': spread(postgres).median, 'SQLite s': spread(sqlite).median },
    });
  }
}
