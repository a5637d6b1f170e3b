import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files of other systems, as they are found in the field; they are not ours to give on, so they lie beside the repository. */
const FOLDER = process.env.TEST_FILES ?? '../shared/data';

/** Those of one kind, by name; none where the folder is not, which is said loudly. */
export function realFiles(kind: string): readonly string[] {
  const folder = join(FOLDER, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort();
}

export function realFile(kind: string, name: string): string {
  return join(FOLDER, kind, name);
}

/** Why tests with the files of a kind are skipped; false when they run. */
export function noRealFiles(kind: string): string | false {
  if (realFiles(kind).length > 0) return false;
  const reason = `NOT CHECKED WITH REAL FILES: TEST_FILES names a folder that has some in ${kind}/`;
  process.stderr.write(`\n*** ${reason} ***\n\n`);
  return reason;
}
