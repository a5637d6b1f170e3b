import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A new folder for the tests of a suite, removed after them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
