import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in /proc, on every Linux there is. */
const TICKS = 100;
/** In /proc/pid/stat, counted from what follows the name: the parent's id, user and system time. */
const PARENT = 1;
const TIMES = [11, 12];

/**
 * Seconds of processor time, user and system, that a process and those that it started have taken, in steps of 10 ms
 * (proc(5), `/proc/pid/stat`). Those that have ended are not counted.
 */
export function processorTime(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = fieldsOf(name);
      return fields === undefined ? [] : [{ pid: Number(name), fields }];
    });
  const tree = new Set([pid]);
  // As often as there are generations.
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const { pid: child, fields } of processes) if (tree.has(Number(fields[PARENT]))) tree.add(child);
  }
  const ticks = processes
    .filter(({ pid: each }) => tree.has(each))
    .flatMap(({ fields }) => TIMES.map((at) => Number(fields[at])));
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Of a process that is there; the name before them may hold anything. */
function fieldsOf(pid: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
