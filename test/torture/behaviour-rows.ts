import { behavioursIn } from './behaviours.ts';
import type { Row } from './row.ts';

/** Seconds that the slowest test may take, which is that of a source that sends a byte at a time. */
const LONGEST = 60;

function row(of: Pick<Row, 'name' | 'what' | 'reach'>, atLeast: number, files: readonly string[]): Row {
  return {
    ...of,
    run: async () => {
      const { passed, skipped, failed, longest } = await behavioursIn(files);
      for (const name of [...failed, ...skipped]) process.stderr.write(`failed or skipped: ${name}\n`);
      const seconds = longest / 1000;
      return {
        isReached: failed.length === 0 && passed >= atLeast && seconds <= LONGEST,
        figures: `${String(passed)} held, ${String(failed.length)} did not, ${String(skipped.length)} left out; slowest ${seconds.toFixed(1)} s`,
      };
    },
  };
}

/** Rows that run existing tests, which are also part of `npm test` and `npm run test:system`. */
export const BEHAVIOUR_ROWS: readonly Row[] = [
  row(
    {
      name: 'sources',
      what: 'hostile sources, 70 behaviours',
      reach: 'no inside address reached, bounded time and memory, old talks kept',
    },
    70,
    [
      'test/sources/fetch/fetch-hostile.test.ts',
      'test/sources/fetch/fetch-secure.test.ts',
      'test/sources/fetch/inside-addresses.test.ts',
      'test/sources/hostile-formats.test.ts',
      'test/sources/json-hostile.test.ts',
      'test/sources/spreadsheet/hostile.test.ts',
      'test/sources/unpacked.test.ts',
      'test/harvest/sync/sync.test.ts',
      'test/harvest/sync/sync-trouble.test.ts',
    ],
  ),
  row(
    {
      name: 'damage',
      what: 'disk full, file damaged in 50 ways, gone, locked, read-only',
      reach: 'clear message or 503, no 500, no crash loop, own recovery',
    },
    50,
    [
      'test/failure/sqlite-damage.test.ts',
      'test/failure/damaged-databases.test.ts',
      'test/failure/postgres-damage.test.ts',
      'test/failure/full-disk.test.ts',
      'test/http/sqlite-broken-store.test.ts',
      'test/store/sqlite-faults.test.ts',
    ],
  ),
];
