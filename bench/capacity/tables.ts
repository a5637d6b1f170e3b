// Prints the tables of docs/capacity.md out of what the benchmark last measured: node bench/capacity/tables.ts
import { figure, table } from '../harness/table.ts';
import { demandOf, MACHINE, PLANNED_RATES, PLANNED_TALKS, SIMULATED } from './audience.ts';
import { checkCache, checkFormula } from './cache-check.ts';
import { check, deviation, type Checked } from './check.ts';
import { checkFanOut, fitFanOut } from './fan-out-check.ts';
import { savedCacheFigures, savedFanOut, savedMeasurements } from './measurements.ts';
import { indexOf, pauseOf, peakMemory, processMemory, rebuildOf, startOf } from './model.ts';
import { fit } from './parameters.ts';
import { described, plan, type Plan } from './plan.ts';
import { simulatePlan } from './plan-simulation.ts';
import { mebibytes, requests, startAndMemory, versions } from './tables-measured.ts';

const measurements = savedMeasurements();
const parameters = fit(measurements);
const measuredCache = savedCacheFigures();
const followed = savedFanOut();
const cores = measurements[0]?.cores ?? 2;

const sections: readonly (readonly [string, () => string])[] = [
  ['Without a cache in front', () => plans(false)],
  ['With a cache in front', () => plans(true)],
  ['What the plans come to', plansInDetail],
  ['The plans simulated', plansSimulated],
  ['Requests a second', () => requests(measurements)],
  ['Start and memory', () => startAndMemory(measurements)],
  ['A new version', () => versions(measurements)],
  ['A process of the model', growth],
  ['The check', () => checks(check(measurements, parameters))],
  ['The check of caches', cacheChecks],
  ['The check of PostgreSQL', () => (followed.length === 0 ? '' : checks(checkFanOut(followed, parameters, cores)))],
  ['Parameters', () => `${json(parameters)}${followed.length === 0 ? '' : `\n\n${json(fitFanOut(followed))}`}`],
];
const wanted = process.argv.slice(2);
for (const [title, print] of sections)
  if (wanted.length === 0 || wanted.includes(title)) process.stdout.write(`\n### ${title}\n\n${print()}\n`);

/** A row for so many talks, a column for so many requests a second. */
function plans(cache: boolean): string {
  const header = ['talks', ...PLANNED_RATES.map((rate) => `${rate.toLocaleString('en')}/s`)];
  const rows = PLANNED_TALKS.map((talks) => [
    talks.toLocaleString('en'),
    ...PLANNED_RATES.map((rate) => {
      const { machines, workers, peak } = planned(talks, rate, cache);
      return `${String(machines)} × ${String(workers)}, ${figure(peak / 2 ** 30)} GiB`;
    }),
  ]);
  return table(header, rows);
}

function plansInDetail(): string {
  const header = [
    ...['talks', 'requests/s', 'cache', 'asked of Lectern/s', 'kept', 'µs', 'cores', 'on versions', 'live s'],
    ...['memory GiB', 'connections', 'queries/s', 'rows/s'],
  ];
  const rows = PLANNED_TALKS.flatMap((talks) =>
    PLANNED_RATES.flatMap((rate) =>
      [false, true].map((cache) => {
        const found = planned(talks, rate, cache);
        return [
          ...[talks.toLocaleString('en'), rate.toLocaleString('en'), cache ? 'yes' : 'no'],
          ...[figure(found.origin), figure(found.kept), figure(found.work * 1e6), figure(found.answering)],
          ...[percent(found.rebuilding), figure(found.live), figure((found.memory * found.machines) / 2 ** 30)],
          ...[String(found.connections), figure(found.queries), figure(found.rows)],
        ];
      }),
    ),
  );
  return table(header, rows);
}

function plansSimulated(): string {
  const header = ['talks', 'requests/s', 'cache', 'asked/s, formula', 'asked/s', 'kept, formula', 'kept'];
  const rows = SIMULATED.map(({ talks, rate, cache, warming, seconds }) => {
    // What is looked at begins with a version.
    const demand = { ...demandOf(talks, rate, cache), versionEvery: seconds };
    const found = described(parameters, demand, planned(talks, rate, cache));
    const simulated = simulatePlan(parameters, demand, found, { machine: MACHINE, warming, seconds });
    return [
      ...[talks.toLocaleString('en'), rate.toLocaleString('en'), cache ? 'yes' : 'no'],
      ...[figure(found.origin), figure(simulated.origin), figure(found.kept), figure(simulated.kept)],
      ...[percent(simulated.busy), figure(simulated.p50 * 1e3), figure(simulated.p99 * 1e3)],
      figure(Math.max(...simulated.live.flat())),
    ];
  });
  return table([...header, 'busy', 'p50 ms', 'p99 ms', 'live s'], rows);
}

function growth(): string {
  const header = ['talks', 'index', 'memory', 'peak', 'ready s', 'not made s', 'version CPU s', 'longest answer s'];
  const rows = PLANNED_TALKS.map((talks) => {
    const { saved, made } = startOf(parameters, talks);
    const changed = Math.ceil(talks / 1000);
    const sizes = [indexOf, processMemory, peakMemory].map((of) => mebibytes(of(parameters, talks)));
    const times = [saved, made, rebuildOf(parameters, talks, changed), pauseOf(parameters, talks, changed)];
    return [talks.toLocaleString('en'), ...sizes, ...times.map(figure)];
  });
  return table(header, rows);
}

function cacheChecks(): string {
  const rows = measuredCache === undefined ? [] : checkCache(measuredCache, parameters, measurements[0]?.talks ?? 1);
  const formula = [20, 200, 2000].flatMap((rate) => checkFormula(parameters, rate));
  return checks([...rows, ...formula].map((row) => ({ ...row, talks: 0, workers: 0, fitted: false })));
}

function checks(rows: readonly Checked[]): string {
  const header = ['what', 'talks', 'processes', 'by', 'measured', 'predicted', '', 'deviation', ''];
  const cells = rows.map((row) => [
    ...[row.what, row.talks === 0 ? '' : row.talks.toLocaleString('en'), row.workers === 0 ? '' : String(row.workers)],
    ...[row.by, figure(row.measured), figure(row.predicted), row.unit, percent(deviation(row))],
    row.fitted ? 'fitted' : '',
  ]);
  return table(header, cells);
}

function planned(talks: number, rate: number, cache: boolean): Plan {
  return plan(parameters, demandOf(talks, rate, cache), MACHINE);
}

function percent(share: number): string {
  const percentage = share * 100;
  return Number.isFinite(share) ? `${percentage.toFixed(Math.abs(percentage) < 1 ? 2 : 0)} %` : '–';
}

function json(value: unknown): string {
  const rounded = (_: string, one: unknown): unknown => (typeof one === 'number' ? Number(one.toPrecision(3)) : one);
  return `\`\`\`json\n${JSON.stringify(value, rounded)}\n\`\`\``;
}
