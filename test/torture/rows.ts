import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fairnessAmong, TALKS, type Engine } from '../../bench/fairness/benchmark.ts';
import { Load } from '../../bench/harness/load.ts';
import { quantile } from '../../bench/harness/statistics.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';
import { importRecords } from '../support/db/import-records.ts';
import { BUILT, lecternProcess } from '../support/process/command.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { LARGE_ANSWER, NORMAL_TARGETS, WITH_LARGE_ANSWER } from './large-answer.ts';
import { askOddly, SMALL_CACHES, SMALL_HEAP } from './odd-requests.ts';
import { BEHAVIOUR_ROWS } from './behaviour-rows.ts';
import { kills } from './kill-rows.ts';
import type { Row } from './row.ts';
import { askSlowly, CUT_WITHIN } from './slow-clients.ts';
import { soak } from './soak.ts';

const ODD_REQUESTS = 50_000;
/** Talks besides those of the small university. */
const ODD_TALKS = 5_000;
/** Milliseconds. */
const LONGEST_ODD = 2_000;
/** Milliseconds. */
const LONGEST_P99 = 250;
const SLOW_CLIENTS = 500;
/** Each of a hundred thousand requests, with twenty imports meanwhile. */
const SOAK = { blocks: 5, importsInBlock: 20, requestsOfImport: 5_000 };
/** As a share of the memory or open files after the first block. */
const MAX_GROWTH = 0.1;

export const ROWS: readonly Row[] = [
  {
    name: 'odd',
    what: 'bad or odd requests over every route, parameter, header, method',
    reach: '50,000; no undocumented status, no 500, none over 2 s',
    run: async (seed) =>
      serving(await largerUniversity(), { args: SMALL_CACHES, variables: SMALL_HEAP }, async (server, folder) => {
        const secrets = [folder, process.cwd()];
        const { answered, statuses, slowest } = await askOddly(server, { requests: ODD_REQUESTS, seed, secrets });
        const errors = statuses.get(500) ?? 0;
        const milliseconds = Math.round(slowest.milliseconds);
        if (milliseconds > LONGEST_ODD) process.stderr.write(`${slowest.asked}\n`);
        return {
          isReached: answered >= ODD_REQUESTS && errors === 0 && milliseconds <= LONGEST_ODD,
          figures: `${answered.toLocaleString('en')} answers, ${String(statuses.size)} statuses, all documented; 500: ${String(errors)}; slowest ${String(milliseconds)} ms`,
        };
      }),
  },
  greedy('sqlite', 'greedy'),
  greedy('postgres', 'greedy-postgres'),
  {
    name: 'slow',
    what: '500 slow clients beside normal ones',
    reach: `no normal request failed, slow ones cut within ${String(CUT_WITHIN)} s`,
    run: () =>
      serving(WITH_LARGE_ANSWER, {}, async ({ port }) => {
        const asked = { clients: SLOW_CLIENTS, large: LARGE_ANSWER, targets: NORMAL_TARGETS };
        const { longest, uncut, refused, milliseconds, failed } = await askSlowly(port, asked);
        return {
          isReached: uncut === 0 && refused === 0 && failed === 0 && milliseconds.length > 0,
          figures: `failed ${String(failed)} of ${String(milliseconds.length + failed)}, p99 ${quantile(milliseconds, 0.99).toFixed(0)} ms; senders cut after ${longest.toFixed(1)} s, not cut ${String(uncut)}`,
        };
      }),
  },
  {
    name: 'soak',
    what: 'half a million requests during imports',
    reach: 'memory and open files after the last 100,000 within 10 % of those after the first',
    run: async (seed) => {
      const records = await largerUniversity();
      return serving(records, { args: SMALL_CACHES, variables: SMALL_HEAP }, async (server, folder) => {
        const options = { ...SOAK, records, seed, publish: importing(folder) };
        const { answered, imports, failed, blocks } = await soak(server, options);
        const [first, last] = [blocks[0], blocks.at(-1)];
        if (first === undefined || last === undefined) throw new Error('no request was sent');
        const grown = last.mebibytes / first.mebibytes - 1;
        const opened = last.openFiles / first.openFiles - 1;
        return {
          isReached: failed === 0 && grown <= MAX_GROWTH && opened <= MAX_GROWTH,
          figures: `${answered.toLocaleString('en')} answers, ${String(failed)} not 200, ${String(imports)} imports; MiB ${blocks.map((each) => each.mebibytes.toFixed(0)).join(', ')}; open files ${blocks.map(({ openFiles }) => String(openFiles)).join(', ')}`,
        };
      });
    },
  },
  kills('sqlite', 'kills'),
  kills('postgres', 'kills-postgres'),
  ...BEHAVIOUR_ROWS,
];

function greedy(engine: Engine, name: string): Row {
  return {
    name,
    what: `one client with the most expensive questions, ${TALKS.toLocaleString('en')} talks, ${engine}`,
    reach: 'others’ p99 under 250 ms, none refused',
    run: async () => {
      const load = new Load();
      try {
        const { alone, beside, expensive } = await fairnessAmong(TALKS, load, engine);
        const [p99, before] = [beside, alone].map(({ milliseconds }) => Math.round(quantile(milliseconds, 0.99)));
        return {
          isReached: beside.failed === 0 && p99 !== undefined && p99 < LONGEST_P99,
          figures: `p99 ${String(p99)} ms (${String(before)} without that client); refused ${String(beside.failed)} of ${String(beside.milliseconds.length)}, of that client’s ${String(expensive.refused)} of ${String(expensive.refused + expensive.answered)}`,
        };
      } finally {
        load.close();
      }
    },
  };
}

/** Imports records with the command, into the database of `serving`. */
function importing(folder: string): (records: readonly WireRecord[]) => Promise<void> {
  return async (records) => {
    const file = join(folder, 'changed.ndjson');
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const { status, stderr } = await lecternProcess(['import', file, '--database', databaseIn(folder)], {
      program: BUILT,
    });
    if (status !== 0) throw new Error(`the import failed: ${stderr}`);
  };
}

/** The small university that odd requests name, among many more talks, so that lists are long. */
async function largerUniversity(): Promise<readonly WireRecord[]> {
  const { stdout } = await lecternProcess(['sample', '--talks', String(ODD_TALKS), '--seed', '1'], { program: BUILT });
  const sample = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WireRecord);
  return [...UNIVERSITY, ...sample];
}

interface Settings {
  readonly args?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

function databaseIn(folder: string): string {
  return `sqlite:${join(folder, 'lectern.db')}`;
}

/** Runs `act` with a `lectern serve` that has its own catalogue, which is removed afterwards. */
async function serving<T>(
  records: readonly WireRecord[],
  { args = [], variables = {} }: Settings,
  act: (server: ServingProcess, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-torture-'));
  const database = databaseIn(folder);
  try {
    await importRecords(database, records);
    const options = ['--base-url', 'https://talks.university.test', ...args];
    const server = await serveLectern(database, options, { program: BUILT, variables });
    try {
      return await act(server, folder);
    } finally {
      await server.kill();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
