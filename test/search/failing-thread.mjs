import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of an index replica, which fails once: after it has given its first index.
const mark = join(dirname(workerData.snapshotFile), 'failed once');
if (!existsSync(mark)) {
  writeFileSync(mark, '');
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message, transferred) => {
    post(message, transferred);
    if (message.kind === 'index')
      setTimeout(() => {
        throw new Error('as intended');
      }, 50);
  };
}
await import('#search/replica/index-replica-thread.ts');
