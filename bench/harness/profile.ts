import { fieldOf, listOf, numberOf, textOf } from './narrow.ts';

/** A function's own time, as a share of the time in which the process was busy. */
interface OwnTime {
  readonly function: string;
  readonly share: number;
}

/** The functions with the most own time in a V8 CPU profile, in descending order. */
export function ownTimes(profile: unknown, limit: number): OwnTime[] {
  const names = new Map<number, string>();
  for (const node of listOf(profile, 'nodes')) names.set(numberOf(node, 'id'), nameOf(fieldOf(node, 'callFrame')));
  const deltas = listOf(profile, 'timeDeltas');
  const times = new Map<string, number>();
  let busy = 0;
  for (const [i, sample] of listOf(profile, 'samples').entries()) {
    const name = names.get(Number(sample)) ?? '?';
    const microseconds = Number(deltas[i] ?? 0);
    if (name === '(idle)') continue;
    busy += microseconds;
    times.set(name, (times.get(name) ?? 0) + microseconds);
  }
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([name, time]) => ({ function: name, share: time / busy }));
}

/** A name such as `write (node:net)` or `answer (search/built-index.js:120)`. */
function nameOf(frame: unknown): string {
  const name = textOf(frame, 'functionName') || '(anonymous)';
  const url = textOf(frame, 'url');
  if (url === '') return name;
  const file = url.replace(/^.*\/dist\//, '').replace(/^.*\/node_modules\//, '');
  return `${name} (${file}${url.startsWith('node:') ? '' : `:${String(numberOf(frame, 'lineNumber') + 1)}`})`;
}
