import { existsSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';

// The thread of an index replica that fails once, when the file `fail now` appears.
const folder = dirname(workerData.snapshotFile);
const mark = join(folder, 'failed once');
if (!existsSync(mark)) {
  const watching = watch(folder, () => {
    if (!existsSync(join(folder, 'fail now'))) return;
    watching.close();
    writeFileSync(mark, '');
    throw new Error('as intended');
  });
}
await import('#search/replica/index-replica-thread.ts');
