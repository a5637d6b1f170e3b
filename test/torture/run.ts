import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../../bench/harness/table.ts';
import { ROWS } from './rows.ts';

// Puts Lectern under extreme load and damage, and prints whether it meets the targets of docs/reliability.md.

const HELP = `npm run torture -- [row…] [--seed N]

Rows, all of them if none is named:
${ROWS.map(({ name, what }) => `  ${name.padEnd(8)} ${what}`).join('\n')}

  --seed   repeats the requests of an earlier run; random by default
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0 || values.help) {
  for (const name of unknown) process.stderr.write(`Unknown row: ${name}\n`);
  process.stdout.write(HELP);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const seed = Number(values.seed ?? Date.now() % 2 ** 31);
process.stderr.write(`seed ${String(seed)}\n`);
const lines: string[][] = [];
for (const { name, what, reach, run } of ROWS.filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
)) {
  process.stderr.write(`${name}: ${what} …\n`);
  const { isReached, figures } = await run(seed);
  if (!isReached) process.exitCode = 1;
  lines.push([what, reach, figures, isReached ? 'yes' : 'NO']);
}
process.stdout.write(`${table(['what', 'target', 'measured', 'held'], lines)}\n`);
const load = loadavg().map((each) => each.toFixed(1));
process.stdout.write(`\n${String(cpus().length)} cores, Node ${process.version}, load average ${load.join(' ')}\n`);
