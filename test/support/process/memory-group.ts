import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const MEBIBYTE = 1024 * 1024;

/** Why tests that limit the memory of processes are skipped; false if they run. */
export function withoutMemoryGroup(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may make a memory cgroup';
  const place = made('lectern-test-try');
  if (place === undefined) return 'no memory cgroup can be made here, of version 1 or 2';
  rmdirSync(place.folder);
  return false;
}

/** The files of a memory cgroup: https://docs.kernel.org/admin-guide/cgroup-v1/memory.html, …/cgroup-v2.html. */
interface Place {
  readonly folder: string;
  readonly version: 1 | 2;
  readonly limit: string;
  readonly swap: string;
  readonly peak: string;
  /** Has a line `oom_kill` with the number of processes that the kernel has killed. */
  readonly events: string;
}

const FILES = {
  1: {
    limit: 'memory.limit_in_bytes',
    swap: 'memory.memsw.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
    events: 'memory.oom_control',
  },
  2: { limit: 'memory.max', swap: 'memory.swap.max', peak: 'memory.peak', events: 'memory.events' },
};

/** Processes that together may use only so much memory, the files they read and write included, and no swap. */
export class MemoryGroup {
  readonly version: 1 | 2;
  readonly #place: Place;

  constructor(mebibytes: number) {
    const place = made(`lectern-test-${String(process.pid)}-${String((numbers += 1))}`);
    if (place === undefined) throw new Error('no memory cgroup can be made here');
    this.#place = place;
    this.version = place.version;
    const bytes = String(mebibytes * MEBIBYTE);
    writeFileSync(join(place.folder, place.limit), bytes);
    // Version 1 limits memory and swap together. Not all kernels count swap.
    const swap = join(place.folder, place.swap);
    if (existsSync(swap)) writeFileSync(swap, place.version === 1 ? bytes : '0');
  }

  /** A program, with its first arguments, that runs the command in its further arguments inside the group. */
  get runner(): readonly string[] {
    const enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"';
    return ['/bin/sh', '-c', enter, this.#place.folder];
  }

  /** How many processes the kernel has killed because the group had no memory left. */
  get killed(): number {
    return Number(/^oom_kill (\d+)$/m.exec(this.#read(this.#place.events))?.[1] ?? NaN);
  }

  /** The most memory used at once, in MiB, with cached files; undefined if the kernel does not say. */
  get peak(): number | undefined {
    return existsSync(join(this.#place.folder, this.#place.peak))
      ? Number(this.#read(this.#place.peak)) / MEBIBYTE
      : undefined;
  }

  /** Kills what still runs in the group, and removes it. */
  async remove(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      for (const pid of this.#read('cgroup.procs').split('\n').filter(Boolean)) kill(Number(pid));
      try {
        rmdirSync(this.#place.folder);
        return;
      } catch {
        // A killed process leaves its group a moment later.
        await setTimeout(50);
      }
    }
    throw new Error(`${this.#place.folder} cannot be removed`);
  }

  #read(file: string): string {
    return readFileSync(join(this.#place.folder, file), 'latin1');
  }
}

let numbers = 0;

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Makes a group below the first one that allows it. */
function made(name: string): Place | undefined {
  for (const { version, parent } of parents()) {
    const folder = join(parent, name);
    try {
      if (version === 2) writeFileSync(join(parent, 'cgroup.subtree_control'), '+memory');
    } catch {
      // It may be enabled already, or the group may have processes of its own: the files below tell.
    }
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (existsSync(join(folder, FILES[version].limit))) return { folder, version, ...FILES[version] };
    rmdirSync(folder);
  }
  return undefined;
}

interface Parent {
  readonly version: 1 | 2;
  readonly parent: string;
}

/** Where a group may be made: in our own one, in which further limits may hold, or above it. */
function parents(): Parent[] {
  const own = read('/proc/self/cgroup');
  const mounts = read('/proc/self/mounts').split('\n');
  return mounts.flatMap((line): Parent[] => {
    const [, folder = '', type, options = ''] = line.split(' ');
    const within = (version: 1 | 2, path: string | undefined): Parent[] =>
      above(path).map((each) => ({ version, parent: join(folder, each) }));
    if (type === 'cgroup2') return within(2, /^0::(.*)$/m.exec(own)?.[1]);
    const isMemory = type === 'cgroup' && options.split(',').includes('memory');
    return isMemory ? within(1, /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(own)?.[1]) : [];
  });
}

/** `/a/b` → `/a/b`, `/a`, `/`. */
function above(path = '/'): string[] {
  const names = path.split('/').filter(Boolean);
  return Array.from({ length: names.length + 1 }, (_, i) => `/${names.slice(0, names.length - i).join('/')}`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
