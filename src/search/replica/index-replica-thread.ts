import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '#store/open.ts';
import { IndexBuilder } from './index-builder.ts';
import { isThreadData } from './replica-report.ts';
import type { ReplicaCommand } from './replica-report.ts';

/** The thread of index-replica.ts: polls the store over its own connection, and reports to the serving thread. */
const data: unknown = workerData;
if (!isThreadData(data)) throw new TypeError('this is the thread of index-replica.ts, and needs its data');
const { database, ...settings } = data;
const builder = new IndexBuilder({
  ...settings,
  openStore: () => openStore(database, { mode: 'read' }),
  report: (report) => parentPort?.postMessage(report),
});

parentPort?.on('message', (command: ReplicaCommand) => {
  if (command === 'look') builder.look();
  else if (command === 'check') builder.check();
  else builder.close();
});

await builder.run();
parentPort?.close();
