import { readFileSync } from 'node:fs';

/** Where Linux says how many files this process may have open; a connection is one of them. */
const LIMITS = '/proc/self/limits';

/** Files that a process has open besides connections: the database, threads, pipes. 41 on SQLite, with room to spare. */
const OWN_FILES = 96;
const CONNECTIONS_AT_LEAST = 32;

/** How many open files each process needs. */
export const FILES_NEEDED = OWN_FILES + CONNECTIONS_AT_LEAST;

/** How many files this process may have open; Infinity where the system does not say. */
export function openFilesLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** How many connections this process can have. */
export function connectionsAtMost(): number {
  return Math.max(CONNECTIONS_AT_LEAST, openFilesLimit() - OWN_FILES);
}
