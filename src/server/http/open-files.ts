import { readFileSync } from 'node:fs';

/** Linux lists the limits of this process here; each connection needs an open file. */
const LIMITS = '/proc/self/limits';

/**
 * Open files of a process besides connections: database, threads, pipes. 41 on SQLite, with room to
 * spare.
 */
const OWN_FILES = 96;
const CONNECTIONS_AT_LEAST = 32;

/** How many open files each process needs. */
export const FILES_NEEDED = OWN_FILES + CONNECTIONS_AT_LEAST;

/** How many files this process may open; Infinity if unknown. */
export function openFilesLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** How many connections this process can hold. */
export function connectionsAtMost(): number {
  return Math.max(CONNECTIONS_AT_LEAST, openFilesLimit() - OWN_FILES);
}
