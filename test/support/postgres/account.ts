import { readFileSync } from 'node:fs';

/** What a process is to run as, for `spawn`. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Who runs database servers and poolers, which refuse to be root's: undefined when we are not root ourselves.
 * @throws when we are, and the system knows nobody else
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
