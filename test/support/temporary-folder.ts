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
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
  try {
    await rm(folder, options);
  } catch (error) {
    if (!isInUse(error)) throw error;
    process.once('exit', () => {
      try {
        rmSync(folder, options);
      } catch (error) {
        // The exit status is that of the tests.
        process.stderr.write(`${folder} is left: ${String(error)}\n`);
      }
    });
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EBUSY');
}
