import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';

// The thread of the follower, which fails once: a while after its first start.
const mark = join(dirname(workerData.snapshotFile), 'failed once');
if (!existsSync(mark)) {
  writeFileSync(mark, '');
  setTimeout(() => {
    throw new Error('as intended');
  }, 300);
}
await import('#search/follower-thread.js');
