import { readdirSync, readFileSync } from 'node:fs';
import { processMemory } from './process-memory.ts';

/** Processor time of a process in nanoseconds: of its first thread, which answers, and of all others. */
interface ThreadTimes {
  readonly pid: number;
  readonly main: number;
  readonly other: number;
}

/** Memory of all processes of a service, in bytes. */
export interface GroupMemory {
  /** Their memory together. What they share, the program's files included, counts once. */
  readonly total: number;
  /** The highest peak of any of them. */
  readonly peak: number;
}

/** A process and its descendants, as the kernel sees them; the processes themselves are not involved. */
export class ProcessGroup {
  readonly root: number;

  constructor(root: number) {
    this.root = root;
  }

  /** The process itself first. */
  pids(): number[] {
    const children = new Map<number, number[]>();
    for (const name of readdirSync('/proc')) {
      const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined;
      if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    }
    const found = [this.root];
    for (const pid of found) found.push(...(children.get(pid) ?? []));
    return found;
  }

  times(): ThreadTimes[] {
    return this.pids().flatMap((pid) => threadTimes(pid) ?? []);
  }

  memory(): GroupMemory {
    const pids = this.pids();
    const processes = pids.flatMap((pid) => processMemory(pid) ?? []);
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
    return {
      total:
        sum(processes.map(({ anonymous }) => anonymous)) +
        sum(pids.map(sharedPart)) +
        Math.max(...processes.map(({ file }) => file)),
      peak: Math.max(...processes.map(({ peak }) => peak)),
    };
  }
}

/** What each process used between two readings, in seconds. */
export function usedBetween(before: readonly ThreadTimes[], after: readonly ThreadTimes[]): ThreadTimes[] {
  return after.map(({ pid, main, other }) => {
    const first = before.find((times) => times.pid === pid) ?? { main: 0, other: 0 };
    return { pid, main: (main - first.main) / 1e9, other: (other - first.other) / 1e9 };
  });
}

/** The sum over several processes. */
export function total(times: readonly ThreadTimes[]): { readonly main: number; readonly other: number } {
  return {
    main: times.reduce((sum, { main }) => sum + main, 0),
    other: times.reduce((sum, { other }) => sum + other, 0),
  };
}

/** The fourth field of `stat` (proc(5)). The second, a name in parentheses, may contain anything. */
function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${String(pid)}/stat`);
  const [, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return parent === undefined ? undefined : Number(parent);
}

function threadTimes(pid: number): ThreadTimes | undefined {
  let main = 0;
  let other = 0;
  for (const task of tasksOf(pid)) {
    // The first field: nanoseconds on a processor.
    const time = Number(read(`/proc/${String(pid)}/task/${task}/schedstat`)?.split(' ')[0] ?? 0);
    if (Number(task) === pid) main = time;
    else other += time;
  }
  return main === 0 ? undefined : { pid, main, other };
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`);
  } catch {
    return [];
  }
}

/** Shared memory, divided by the number of processes that share it (proc(5), `smaps_rollup`). */
function sharedPart(pid: number): number {
  const rollup = read(`/proc/${String(pid)}/smaps_rollup`);
  return Number(/^Pss_Shmem:\s+(\d+) kB/m.exec(rollup ?? '')?.[1] ?? 0) * 1024;
}

/** Undefined: the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
