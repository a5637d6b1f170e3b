import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Real files from other systems, kept outside the repository because we may not redistribute them. */
const FOLDER = process.env.TEST_FILES ?? '../shared/data';

/** Files of one kind, by name; empty if the folder is missing. */
export function realFiles(kind: string): readonly string[] {
  const folder = join(FOLDER, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort();
}

export function realFile(kind: string, name: string): string {
  return join(FOLDER, kind, name);
}

/** Why tests with files of a kind are skipped, with a warning; false if they run. */
export function noRealFiles(kind: string): string | false {
  if (realFiles(kind).length > 0) return false;
  const reason = `NOT CHECKED WITH REAL FILES: TEST_FILES names a folder that has some in ${kind}/`;
  process.stderr.write(`\n*** ${reason} ***\n\n`);
  return reason;
}
