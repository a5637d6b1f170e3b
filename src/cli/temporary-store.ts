import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place for a store in the system's folder for temporary files. */
export interface TemporaryStore {
  readonly database: string;
  /** That of the database, for other temporary files. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

export async function makeTemporaryStore(name: string): Promise<TemporaryStore> {
  const folder = await mkdtemp(join(tmpdir(), `lectern-${name}-`));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { database: `sqlite:${join(folder, `${name}.db`)}`, folder, remove };
}
