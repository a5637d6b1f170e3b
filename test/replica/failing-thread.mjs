import { existsSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';

// The thread of a read copy that fails once, when the file `fail now` appears.
const folder = dirname(workerData.folder);
const mark = join(folder, 'failed once');
if (!existsSync(mark)) {
  const watching = watch(folder, () => {
    if (!existsSync(join(folder, 'fail now'))) return;
    watching.close();
    writeFileSync(mark, '');
    throw new Error('as intended');
  });
}
await import('#replica/follower-thread.ts');
