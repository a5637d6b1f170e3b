import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { removed } from './temporary-folder.ts';

/** A new folder for the tests of a suite, removed after them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  after(() => removed(folder));
  return folder;
}
