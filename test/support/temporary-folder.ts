import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ending {
  readonly after: (end: () => Promise<void>) => void;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(test: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
