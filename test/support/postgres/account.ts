import { readFileSync } from 'node:fs';

/** The user and group of a process, for `spawn`. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account that runs database servers and poolers, which refuse to run as root; undefined if we are not root.
 * @throws if we are root and the system has no other account
 */
export function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = ['nobody', 'postgres', 'daemon']
    .map((name) => rows.find(([user]) => user === name))
    .find((found) => found !== undefined);
  if (row === undefined) throw new Error('Database servers refuse to run as root, and /etc/passwd has no “nobody”.');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}
