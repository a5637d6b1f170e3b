import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '#store/open.ts';
import { IndexBuilder } from './index-builder.ts';
import { isThreadData } from './replica-report.ts';
import type { ReplicaCommand } from './replica-report.ts';

/** The thread of follower.ts: a store of its own, followed; what it finds goes to the thread that answers. */
const data: unknown = workerData;
if (!isThreadData(data)) throw new TypeError('this is a thread of follower.js and needs its data');
const { database, ...settings } = data;
const following = new IndexBuilder({
  ...settings,
  openStore: () => openStore(database, { mode: 'read' }),
  report: (report) => parentPort?.postMessage(report),
});

parentPort?.on('message', (command: ReplicaCommand) => {
  if (command === 'look') following.look();
  else if (command === 'check') following.check();
  else following.close();
});

await following.run();
parentPort?.close();
