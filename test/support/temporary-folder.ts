import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ending {
  readonly after: (end: () => Promise<void>) => void;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(test: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  test.after(() => removed(folder));
  return folder;
}

/** Removes a folder; if a server still writes into it, which the test ends only after this, when the process ends. */
export async function removed(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    process.once('exit', () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
  }
}
